import { afterAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import {
  harbourside,
  itsPart,
  publishedEvent,
  scanOf,
  scansOf,
  startDoors,
  sydneyDay,
} from '#tests/records/events.ts'

const { hub, door, scan } = await startDoors()
afterAll(() => hub.close())

const { rows: members } = await hub.owner.query<{ number: string }>(
  `select membership_number as number from member where business_id = 'harbourside' and deleted_at is null
   and status = 'Active' and date_financial > current_date order by member_id limit 24`,
)
const out = { Direction: 'Out' as const }
const [first] = members

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

  test('of who is told that they aren’t in while they come in: is in from then on, also when it is settled anew', async () => {
    const eventId = await publishedEvent(hub, { Reentry: 'checkout' })
    const { number } = first!
    const { rows } = await hub.owner.query<{ id: string }>(
      `select member_id as id from member where business_id = 'harbourside' and membership_number = $1`,
      [number],
    )
    // An exit that is about to say so, by a clock that is ahead.
    await hub.owner.query('begin')
    await hub.owner.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [
      `event-scans harbourside ${eventId} ${rows[0]!.id}`,
    ])
    const coming = scan(eventId, scanOf(number))
    await expect
      .poll(async () => {
        const waiting = await hub.owner.query(
          `select from pg_locks where locktype = 'advisory' and not granted`,
        )
        return waiting.rowCount
      })
      .toBe(1)
    await hub.owner.query(
      `insert into event_scan (business_id, event_id, scan_id, member_id, code, result, told_as, occasion, direction,
         scanned_at, device_time, device_name, actor_id, actor_name, event_part)
       values ('harbourside', $1, 'ahead', $2, $3, 'NotIn', 'NotIn', $4, 'Out', now() + interval '30 seconds', now(), 'Exit', '', '', ${itsPart})`,
      [eventId, rows[0]!.id, number, sydneyDay()],
    )
    await hub.owner.query('commit')
    const { body: came } = await coming
    expect(came.Result).toBe('Valid')
    expect(await peopleIn(eventId)).toBe(1)
    // One that comes late has all of them settled anew.
    const late = scanOf(number, { ScannedAt: came.ScannedAt, DecidedAs: 'AlreadyIn' })
    await door(api.recordScans, {
      params: { ...harbourside, eventId },
      body: { Scans: [late], SentAt: new Date().toISOString() },
    })
    expect(await peopleIn(eventId)).toBe(1)
    expect((await scansOf(hub, eventId)).map(({ result }) => result)).toEqual(['AlreadyIn', 'NotIn', 'Valid'])
  })

  test('of who is handed in by another door, in and out, is judged without waiting for each other in a circle', async () => {
    const eventId = await publishedEvent(hub, { Reentry: 'checkout' })
    const { rows: before } = await hub.owner.query(
      `select deadlocks from pg_stat_database where datname = current_database()`,
    )
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
    await Promise.all(
      members.flatMap(({ number }) => {
        const Scans = [
          scanOf(number, { ScannedAt: ago(60), DecidedAs: 'Valid' }),
          scanOf(number, { ...out, ScannedAt: ago(30), DecidedAs: 'CheckedOut' }),
        ]
        const body = { Scans, SentAt: ago(0) }
        return [
          door(api.recordScans, { params: { ...harbourside, eventId }, body }),
          scan(eventId, scanOf(number)),
        ]
      }),
    )
    await peopleIn(eventId)
    const { rows: after } = await hub.owner.query(
      `select pg_stat_force_next_flush(), deadlocks from pg_stat_database where datname = current_database()`,
    )
    expect(after[0]!.deadlocks).toBe(before[0]!.deadlocks)
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
