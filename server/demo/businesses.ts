import sql from 'sql-template-tag'
import type { Licence } from '#contract/business/licences.ts'
import type { Transaction } from '#platform/database'
import { madeUpEntries } from '#server/business/register'

type DemoBusiness = {
  id: string
  name: string
  licences: Licence[]
  venues: { no: string; name: string; isDeleted?: boolean }[]
}

const businesses: DemoBusiness[] = [
  {
    id: 'harbourside',
    name: 'Harbourside Leagues Club',
    licences: ['pay', 'check', 'HubMembership'],
    venues: [
      { no: '1', name: 'Harbourside Main Club' },
      { no: '2', name: 'Harbourside Sports Bar' },
      { no: '3', name: 'The Old Boathouse', isDeleted: true },
    ],
  },
  {
    id: 'valley-golf',
    name: 'Valley Golf Club',
    licences: ['pay', 'chat'],
    venues: [{ no: '1', name: 'Valley Clubhouse' }],
  },
  { id: 'summit-bowls', name: 'Summit Bowls', licences: [], venues: [] },
]

/** The three businesses of the demo with their venues, as entries of the made-up register. */
export async function seedBusinesses(platform: Transaction): Promise<void> {
  const register = new Map(madeUpEntries().map((entry) => [entry.name, entry]))
  for (const { id, name, licences, venues } of businesses) {
    const { abn, state, postcode } = register.get(name)!
    await platform.asTenant(id, async (tx) => {
      await tx.run(sql`
        insert into business (business_id, display_name, abn, state, postcode, licences, legal_name, abn_confirmed_at)
        values (${id}, ${name}, ${abn}, ${state}, ${postcode}, ${licences}, ${name}, now())`)
      for (const venue of venues)
        await tx.run(sql`
          insert into venue (business_id, venue_no, display_name, enabled, deleted_at)
          values (${id}, ${venue.no}, ${venue.name}, ${!venue.isDeleted}, case when ${!!venue.isDeleted} then now() - interval '40 days' end)`)
    })
  }
}
