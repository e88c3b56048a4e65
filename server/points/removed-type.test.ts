import { afterAll, expect, test } from 'vitest'
import { api } from '#contract'
import { messages } from '#contract/messages.ts'
import { people, startTestHub } from '#tests/hub.ts'

const hub = await startTestHub()
afterAll(() => hub.close())

const award = (memberId: string) =>
  hub.as(people.admin)(api.awardPoints, {
    params: { businessId: 'harbourside', memberId, pointsTypeId: 'raffle' },
    body: { Note: 'Third prize', PointsByDollarValue: 1, PointsByQuantity: 100 },
  })

test('an award of a type that is removed at that moment is none', async () => {
  await hub.owner.query(
    `insert into points_type (business_id, venue_no, points_type_id, points_to_dollar_ratio, is_default)
     values ('harbourside', '1', 'Raffle', 100, false)`,
  )
  const { rows } = await hub.owner.query<{ id: string }>(
    `select member_id as id from member
     where business_id = 'harbourside' and venue_no = '1' and deleted_at is null limit 2`,
  )
  const [first, second] = rows.map(({ id }) => id) as [string, string]
  expect((await award(second)).status).toBe(200)
  const removal = `delete from points_type where business_id = 'harbourside' and points_type_id = 'Raffle'`
  const answer = await hub.meanwhile(removal, [], () => award(first))
  expect(answer).toMatchObject({ status: 400, error: { ErrorMessage: messages.points.invalidType } })
  expect((await award('nobody')).status).toBe(404)
})
