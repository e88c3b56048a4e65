import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { growMembers } from '#server/demo/members'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { rowsRead } from '#tests/reading/rows-read.ts'
import { harbourside } from '#tests/records/events.ts'
import { mergeMembers, undoMerge } from '#tests/records/merges.ts'

// What a call about one member reads is as much in a club of any size.
const members = 200_000
// Most of it are the options of the demo's businesses, so few that they are read whole: a dozen times for a merge and back.
const most = 5_000
const connections = 4

let hub: TestHub
let reading: ReturnType<typeof rowsRead>
beforeAll(async () => {
  hub = await startTestHub({ HUB_DATABASE_CONNECTIONS: String(connections) })
  reading = rowsRead(hub, connections)
  await growMembers(hub.databaseUrl, harbourside.businessId, members, () => undefined, 'fast')
  await hub.owner.query('vacuum analyze')
}, 15 * 60_000)
afterAll(() => hub.close())

const done = ({ status, error }: { status: number; error?: { ErrorMessage: string } }) =>
  expect([status, error?.ErrorMessage]).toEqual([200, undefined])

test('counts what is read', async () => {
  const before = await reading.soFar()
  await hub.database
    .forTenant(harbourside.businessId)
    .rows(
      sql`select count(*) from member where business_id = ${harbourside.businessId} and first_name <> last_name`,
    )
  expect((await reading.soFar()) - before).toBeGreaterThan(members)
})

test('a new member has the next number by reading few', async () => {
  const body = { FirstName: 'Nell', LastName: 'Next', MembershipType: 'Ordinary' }
  const create = async () =>
    done(await hub.as(people.admin)(api.createMember, { params: harbourside, query: { venueId: '1' }, body }))
  expect(await reading.secondTime(create)).toBeLessThan(most)
})

test('a merge, and its undo, read what is of the two', async () => {
  const { rows } = await hub.owner.query<{ id: string }>(
    `select member_id as id from member where business_id = $1 and venue_no = '1' and deleted_at is null
     order by membership_number limit 2`,
    [harbourside.businessId],
  )
  const [survivor, other] = rows.map(({ id }) => id)
  const thereAndBack = async () => {
    await mergeMembers(hub, survivor!, other!)
    done(await undoMerge(hub, survivor!))
  }
  expect(await reading.secondTime(thereAndBack)).toBeLessThan(most)
})

test.each(['all venues', 'one venue'])(
  'points become money on a card by reading what is of the two, for a user of %s',
  async (reach) => {
    await hub.owner.query(`update business_user set venue_nos = $2 where email = $1`, [
      people.admin,
      reach === 'one venue' ? ['1'] : [],
    ])
    const { rows } = await hub.owner.query<{ memberId: string; cardId: string }>(
      `select member_id as "memberId", max(card_id) as "cardId" from card join card_program using (business_id, card_program_id)
     where card.business_id = $1 and status = 'Active' and description = 'Harbourside Club Card' and member_id is not null
     group by 1 limit 1`,
      [harbourside.businessId],
    )
    const params = { ...harbourside, ...rows[0]!, pointsTypeId: 'Points' }
    const admin = hub.as(people.admin)
    const given = { Note: 'For the test', PointsByDollarValue: 50, PointsByQuantity: 5000 }
    await admin(api.awardPoints, { params, body: given })
    const body = { Note: 'As asked', Description: 'Points', PointsByDollarValue: 1, PointsByQuantity: 100 }
    const transfer = async () => done(await admin(api.transferPointsToCard, { params, body }))
    expect(await reading.secondTime(transfer)).toBeLessThan(most)
  },
)
