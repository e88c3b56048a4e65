import { api } from '#contract'
import type { TestHub } from '#tests/hub.ts'

const params = { businessId: 'harbourside' }

type Place = { readonly hub: TestHub; readonly me: string }

/** How the retention of the business is saved, for saves.ts. */
export const retentionSave = {
  read: async ({ hub, me }: Place) => {
    const { body } = await hub.as(me)(api.getRetention, { params })
    return { revision: body.Revision, value: body.MemberChanges }
  },
  save: ({ hub }: Place, as: string, months: string, revision?: string | number) =>
    hub.as(as)(api.saveRetention, {
      params,
      ...(revision !== undefined && { query: { revision: String(revision) } }),
      body: {
        MessageTexts: null,
        Messages: null,
        AuditTrail: null,
        MemberChanges: Number(months),
        CardChanges: null,
        EventScans: null,
        Visitors: null,
        RequestFiles: null,
        IsShorter: true,
      },
    }),
  values: ['24', '36'],
  field: 'History of members kept',
} as const
