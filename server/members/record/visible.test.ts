import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'

const params = { businessId: 'harbourside' }
const body = { FirstName: 'Jo', LastName: 'Elsewhere', MembershipType: 'Ordinary' }

let hub: TestHub
// Confined to venue 2.
let confined: Caller
let foreign: { id: string; number: string }
let own: { id: string; number: string }
beforeAll(async () => {
  hub = await startTestHub()
  confined = await confinedAdmin(hub)
  const memberOf = async (venue: string) => {
    const { rows } = await hub.owner.query<{ id: string; number: string }>(
      `select member_id as id, membership_number as number from member
       where business_id = 'harbourside' and venue_no = $1 limit 1`,
      [venue],
    )
    return rows[0]!
  }
  foreign = await memberOf('1')
  own = await memberOf('2')
})
afterAll(() => hub.close())

describe('a user confined to a venue', () => {
  test('lists and finds the members of that venue alone', async () => {
    const { rows } = await hub.owner.query<{ count: number }>(
      `select count(*)::int as count from member where business_id = 'harbourside' and venue_no = '2'`,
    )
    const { body: counted } = await confined(api.countEligibleMembers, { params })
    expect(counted.Count).toBe(rows[0]!.count)
    const found = async (query: object) => (await confined(api.listMembers, { params, query })).body.Results
    expect(await found({ membershipNumber: foreign.number })).toEqual([])
    expect(await found({ q: foreign.number })).toEqual([])
    expect(await found({ q: own.number })).toHaveLength(1)
    const everyone = await found({ limit: 500 })
    const { rows: venues } = await hub.owner.query<{ venue: string }>(
      'select distinct venue_no as venue from member where member_id = any($1)',
      [everyone.map(({ id }) => id)],
    )
    expect(venues).toEqual([{ venue: '2' }])
  })

  test('exports the members of that venue alone', async () => {
    const { body: csv } = await confined(api.exportMembers, { params })
    expect(csv).not.toContain('Harbourside Main Club')
    expect(csv).toContain('Harbourside Sports Bar')
  })

  test('makes members in that venue alone, and is offered no other', async () => {
    const create = (venueId: string) => confined(api.createMember, { params, query: { venueId }, body })
    expect((await create('1')).status).toBe(400)
    expect((await create('2')).body.data.VenueNo).toBe('2')
    const { body: venues } = await confined(api.listMemberVenues, { params })
    expect(venues.data.map(({ Key }) => Key)).toEqual(['2'])
  })
})

describe('a business without the licence HubMembership', () => {
  test('can look at its members, and not keep them', async () => {
    const admin = hub.as(people.otherAdmin)
    const valley = { businessId: 'valley-golf' }
    const list = await admin(api.listMembers, { params: valley })
    const memberId = list.body.Results[0]!.id
    expect((await admin(api.getMember, { params: { ...valley, memberId } })).status).toBe(200)
    for (const answer of [
      await admin(api.createMember, { params: valley, query: { venueId: '1' }, body }),
      await admin(api.updateMember, { params: { ...valley, memberId }, body }),
      await admin(api.deleteMember, { params: { ...valley, memberId } }),
      await admin(api.listMemberVenues, { params: valley }),
    ])
      expect(answer).toMatchObject({
        status: 403,
        error: { ErrorMessage: 'This business does not have the licence HubMembership.' },
      })
  })
})
