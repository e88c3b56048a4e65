import { api } from '#contract'
import { usualVisitorRules } from '#contract/visitors/visitor-rules.ts'
import type { TestHub } from '#tests/hub.ts'

const params = { businessId: 'harbourside' }

type Place = { readonly hub: TestHub; readonly me: string }

/** How the rules for visitors are saved, for saves.ts. */
export const visitorRulesSave = {
  read: async ({ hub, me }: Place) => {
    const { body } = await hub.as(me)(api.getVisitorRules, { params })
    return { revision: body.Revision, value: body.Statement }
  },
  save: ({ hub }: Place, as: string, Statement: string, revision?: string | number) =>
    hub.as(as)(api.saveVisitorRules, {
      params,
      ...(revision !== undefined && { query: { revision: String(revision) } }),
      body: { ...usualVisitorRules, Statement },
    }),
  values: ['I am their guest.', 'I am my guest.'],
  field: 'What visitors sign',
} as const
