import type { configurationApi, MemberDataField, Option } from '#contract/business/configuration.ts'
import type { OptionListName } from '#contract/business/option-lists.ts'
import type { CardProgram } from '#contract/cards/card-programs.ts'
import type { Call, Handlers } from '#platform/call'
import type { Queries } from '#platform/database'
import { closedList, inUseAt, optionsOf } from '#server/business/options'
import { readBusiness } from './businesses.ts'

/** What everyone in a business may know of how it is set up. Cards, which stand on this module, tell their part. */
export function configurationRoutes(
  cardProgramsOnOffer: (db: Queries) => Promise<CardProgram[]>,
): Handlers<typeof configurationApi> {
  return {
    getConfiguration: async ({ db }) => ({
      ...(await readBusiness(db)),
      CardPrograms: await cardProgramsOnOffer(db),
    }),
    listEnum: async ({ params }) => ({ Results: await closedList(params.name) }),
    listMemberData,
  }
}

async function listMemberData({ db, who, params, query }: Call<typeof configurationApi.listMemberData>) {
  const { list, isByName } = sources[params.field]
  const options = await optionsOf(db, list, {
    isRetiredToo: query.includeRetired === 'true',
    narrowed: inUseAt(query.venueId, list, db.businessId, who),
  })
  const Results = options.map(({ Key, Value }): Option => ({ Key: isByName ? Value : Key, Value }))
  return { Results }
}

// A description stands for itself: its key is what people read, too.
const sources: Record<MemberDataField, { list: OptionListName; isByName?: true }> = {
  Title: { list: 'Title' },
  Status: { list: 'Status' },
  Gender: { list: 'Gender' },
  MemberLevel: { list: 'MemberLevel' },
  MemberLevelDescription: { list: 'MemberLevel', isByName: true },
  MembershipType: { list: 'MembershipType' },
  MembershipTypeDescription: { list: 'MembershipType', isByName: true },
}
