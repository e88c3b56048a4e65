import { z } from 'zod'
import { atTheDesk, mayRenewAtDesk } from '#contract/access/shared-reads.ts'
import { endpoint } from '#contract/endpoint.ts'

const path = '/api/cherrypay/v1/{businessId}/odma'

/** The form's own page, with the session in it; who has the address has the session. */
const AtDesk = z.object({ Url: z.string() })

export const deskApi = {
  applyAtDesk: endpoint({
    method: 'POST',
    path: `${path}/forms/{formId}/desk`,
    title: 'Start an application at the desk',
    access: atTheDesk,
    changes: ['request'],
    answersOnce: true,
    output: AtDesk,
  }),
  /** Staff have seen who it is: the member needn't show it by a code. */
  renewAtDesk: endpoint({
    method: 'POST',
    path: `${path}/members/{memberId}/renew-at-desk`,
    title: 'Start a renewal at the desk',
    access: mayRenewAtDesk,
    changes: ['request'],
    answersOnce: true,
    body: z.object({ FormId: z.string().min(1, 'Choose a form.').max(100) }),
    output: AtDesk,
  }),
}
