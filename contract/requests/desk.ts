import { z } from 'zod'
import { type Access, endpoint, mayAny } from '#contract/endpoint.ts'

const path = '/api/cherrypay/v1/{businessId}/odma'

/** Those who decide on requests, or write members' details: at the desk they fill a form in for somebody. */
const atTheDesk = mayAny(['Request.Decide', 'Member.Edit'], 'HubMembership')
/** Whoever renews for a member has them before their eyes, with what is on file. */
const withMember: Access = { ...atTheDesk, also: 'Member.ReadDetails' } as Access

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
    access: withMember,
    changes: ['request'],
    answersOnce: true,
    body: z.object({ FormId: z.string().min(1, 'Choose a form.').max(100) }),
    output: AtDesk,
  }),
}
