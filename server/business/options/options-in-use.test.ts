import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { inUseAt } from './options-in-use.ts'

const params = { businessId: 'harbourside' }

let hub: TestHub
let superAdmin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  superAdmin = hub.as(people.superAdmin)
  // All of venue 2 are Social but one, who is deleted.
  await hub.owner.query(`
    update member set membership_type = 'Social', member_level = null
    where business_id = 'harbourside' and venue_no = '2'`)
  await hub.owner.query(`
    update member set membership_type = 'Life', deleted_at = now() where business_id = 'harbourside'
      and member_id = (select min(member_id) from member where business_id = 'harbourside' and venue_no = '2')`)
})
afterAll(() => hub.close())

type Query = { venueId?: string; memberId?: string }
type Field = 'MembershipType' | 'MembershipTypeDescription' | 'MemberLevel' | 'Title'
const data = async (field: Field, query: Query, by = superAdmin) =>
  (await by(api.listMemberData, { params: { ...params, field }, query })).body.Results.map(({ Key }) => Key)
const options = async (query: Query, by = superAdmin) => {
  const list = 'membership-types' as const
  const { body } = await by(api.listMemberOptions, { params: { ...params, list }, query })
  return body.data.map(({ Key }) => Key)
}

describe('the values of a venue', () => {
  test('are those that its members have', async () => {
    const all = await data('MembershipType', {})
    expect(all.length).toBeGreaterThan(3)
    expect(await data('MembershipType', { venueId: '2' })).toEqual(['Social'])
    expect(await data('MembershipTypeDescription', { venueId: '2' })).toEqual(['Social'])
    expect(await options({})).toEqual(all)
    expect(await options({ venueId: '2' })).toEqual(['Social'])
    expect(await data('MembershipType', { venueId: '' })).toEqual(await data('MembershipType', {}))
    expect(await options({ venueId: '' })).toEqual(await options({}))
  })

  test('have the member’s own beside them', async () => {
    const { rows } = await hub.owner.query<{ id: string }>(
      `select member_id as id from member where business_id = 'harbourside' and venue_no = '1'
         and membership_type = 'Ordinary' and deleted_at is null limit 1`,
    )
    expect(await options({ venueId: '2', memberId: rows[0]!.id })).toEqual(['Ordinary', 'Social'])
  })

  test('are all where nobody has any yet, and titles everywhere', async () => {
    const { body: venue } = await superAdmin(api.createVenue, { params, body: { DisplayName: 'Kiosk' } })
    expect(await data('MembershipType', { venueId: venue.VenueNo })).toEqual(await data('MembershipType', {}))
    expect(await data('MemberLevel', { venueId: '2' })).toEqual(await data('MemberLevel', {}))
    expect(await data('Title', { venueId: '2' })).toEqual(await data('Title', {}))
  })

  test('are told of no venue that is not there, or not the user’s', async () => {
    for (const venueId of ['99', 'x'])
      for (const field of ['MembershipType', 'Title'] as const)
        expect(await data(field, { venueId })).toEqual([])
    const promotions = hub.as(people.promotions)
    expect(await data('MembershipType', { venueId: '2' }, promotions)).toEqual(['Social'])
    expect(await data('MembershipType', { venueId: '1' }, promotions)).toEqual([])
  })

  test('are looked for by the index, one member of each set of traits', async () => {
    const narrowed = inUseAt('2', 'MembershipType', params.businessId, { venues: null })
    const plan = await hub.database.transaction(params.businessId, async (tx) => {
      await tx.run(sql`set local enable_seqscan = off`)
      const explained: Sql = sql`explain select from option_list_item o where o.business_id = ${params.businessId} ${narrowed}`
      const lines = await tx.rows<{ 'QUERY PLAN': string }>(explained)
      return lines.map((line) => line['QUERY PLAN']).join('\n')
    })
    expect(plan).toMatch(/member_standing_(traits|ending)/)
    expect(plan).toContain('member_traits_known')
    expect(plan).not.toMatch(/Hash|Seq Scan on member/)
  })
})
