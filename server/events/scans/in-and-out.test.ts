import { afterAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { harbourside, publishedEvent, scanOf, startDoors } from '#tests/records/events.ts'

const { hub, door, scan } = await startDoors()
afterAll(() => hub.close())

const { rows: members } = await hub.owner.query<{ number: string }>(
  `select membership_number as number from member where business_id = 'harbourside' and deleted_at is null
   and status = 'Active' and date_financial > current_date order by member_id limit 24`,
)
const out = { Direction: 'Out' as const }

/** How many are in, by the count and by the list: the same. */
async function peopleIn(eventId: string): Promise<number> {
  const params = { ...harbourside, eventId }
  const { body: now } = await door(api.getDoorNow, { params })
  const { body: list } = await door(api.listWhoIsIn, { params, query: { limit: 100 } })
  expect(list.Results).toHaveLength(now.PeopleIn)
  return now.PeopleIn
}

/** Shows every card at an entrance and at an exit, all of them at the same moment. */
const both = (eventId: string) =>
  Promise.all(
    members.flatMap(({ number }) => [scan(eventId, scanOf(number)), scan(eventId, scanOf(number, out))]),
  ).then((answers) =>
    members.map((_, at) => [answers[at * 2]!.body.Result, answers[at * 2 + 1]!.body.Result] as const),
  )

describe('a card at an entrance and at an exit at once', () => {
  test('of who was outside: is in, unless the exit said goodbye', async () => {
    const eventId = await publishedEvent(hub, { Reentry: 'checkout' })
    const told = await both(eventId)
    for (const [entrance, exit] of told) {
      expect(entrance).toBe('Valid')
      expect(['CheckedOut', 'NotIn']).toContain(exit)
    }
    expect(await peopleIn(eventId)).toBe(told.filter(([, exit]) => exit === 'NotIn').length)
    // And it stays so: what each is told next goes by it.
    for (const [at, { number }] of members.entries()) {
      const { body } = await scan(eventId, scanOf(number))
      expect(body.Result).toBe(told[at]![1] === 'NotIn' ? 'AlreadyIn' : 'Reentry')
    }
    expect(await peopleIn(eventId)).toBe(members.length)
  })

  test('of who was inside: is out, unless the entrance let them in again', async () => {
    const eventId = await publishedEvent(hub, { Reentry: 'checkout' })
    for (const { number } of members) await scan(eventId, scanOf(number))
    const told = await both(eventId)
    for (const [entrance, exit] of told) {
      expect(['AlreadyIn', 'Reentry']).toContain(entrance)
      expect(exit).toBe('CheckedOut')
    }
    expect(await peopleIn(eventId)).toBe(told.filter(([entrance]) => entrance === 'Reentry').length)
  })
})
