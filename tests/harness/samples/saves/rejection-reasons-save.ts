import { api } from '#contract'
import type { TestHub } from '#tests/hub.ts'

const params = { businessId: 'harbourside' }

type Place = { readonly hub: TestHub; readonly me: string }

/** How the reasons for rejecting requests are saved, for saves.ts. */
export const rejectionReasonsSave = {
  read: async ({ hub, me }: Place) => {
    const { body } = await hub.as(me)(api.getRejectionReasons, { params })
    return { revision: body.Revision, value: body.Reasons[0] }
  },
  save: ({ hub }: Place, as: string, reason: string, revision?: string | number) =>
    hub.as(as)(api.saveRejectionReasons, {
      params,
      ...(revision !== undefined && { query: { revision: String(revision) } }),
      body: { Reasons: [reason] },
    }),
  values: ['Theirs', 'Mine'],
  field: 'Reasons',
} as const
