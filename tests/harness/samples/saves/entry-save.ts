import { api } from '#contract'
import type { TestHub } from '#tests/hub.ts'

const params = { businessId: 'harbourside' }

type Place = { readonly hub: TestHub; readonly me: string }

/** The entry of a venue, which is switched on for it. */
async function entry({ hub, me }: Place) {
  const as = hub.as(me)
  const find = async () => {
    const { body } = await as(api.listEntries, { params })
    return body.Results.find(({ VenueNo }) => VenueNo === '2')!.Entry
  }
  if (!(await find())) await as(api.switchEntryOn, { params, body: { VenueNo: '2', OpenHours: null } })
  const { body } = await as(api.getEvent, { params: { ...params, eventId: (await find())!.id } })
  return body
}

/** How an entry is saved, for saves.ts: who may come. */
export const entrySave = {
  read: async (at: Place) => {
    const { Revision, MemberFilterQuery } = await entry(at)
    return { revision: Revision, value: MemberFilterQuery }
  },
  save: async (at: Place, as: string, MemberFilterQuery: string, revision?: string | number) =>
    at.hub.as(as)(api.saveEntry, {
      params: { ...params, eventId: (await entry(at)).id },
      ...(revision !== undefined && { query: { revision: String(revision) } }),
      body: { OpenHours: null, MemberFilterQuery },
    }),
  values: ['Financial=true', 'Financial=false'] as const,
  field: 'Member filter',
}
