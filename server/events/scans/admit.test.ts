import { afterAll, expect, test } from 'vitest'
import { api } from '#contract'
import { confinedAdmin } from '#tests/people/confined.ts'
import { harbourside, publishedEvent, scanOf, startDoors } from '#tests/records/events.ts'

const { hub, door, member, scan, countOf, resultsOf } = await startDoors()
afterAll(() => hub.close())

const confined = await confinedAdmin(hub)
// More than twice as many as there are connections.
const doors = Array.from({ length: 24 }, (_, n) => `Door ${n}`)
const { rows: guests } = await hub.owner.query<{ id: string; number: string; venue: string; status: string }>(
  `select member_id as id, membership_number as number, venue_no as venue, status from member
   where business_id = 'harbourside' and deleted_at is null order by member_id limit 60`,
)
const [active, elsewhere] = [
  guests.filter(({ status }) => status === 'Active'),
  guests.find((each) => each.venue !== '2')!,
]

test('of many doors at once that scan one member one lets them in, and the others say so', async () => {
  const eventId = await publishedEvent(hub)
  const answers = await Promise.all(
    doors.map((DeviceName) => scan(eventId, scanOf(member.number, { DeviceName }))),
  )
  expect(answers.map(({ status }) => status)).toEqual(doors.map(() => 200))
  const results = answers.map(({ body }) => body.Result)
  expect(results.filter((result) => result === 'Valid')).toHaveLength(1)
  expect(results.filter((result) => result === 'AlreadyIn')).toHaveLength(doors.length - 1)
  expect(await countOf(eventId)).toBe(1)
})

test('a scan that is sent many times at once is one, with one answer', async () => {
  const eventId = await publishedEvent(hub, { Capacity: 3 })
  const one = scanOf(member.number)
  const answers = await Promise.all(doors.map(() => scan(eventId, one)))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await resultsOf(eventId)).toHaveLength(1)
})

test('places that are given back while many come are taken once', async () => {
  const eventId = await publishedEvent(hub, { Capacity: 5, Reentry: 'checkout' })
  const first = await Promise.all(active.slice(0, 5).map(({ number }) => scan(eventId, scanOf(number))))
  expect(first.map(({ body }) => body.Result)).toEqual(Array(5).fill('Valid'))
  const undo = door(api.undoScan, { params: { ...harbourside, eventId, scanId: first[0]!.body.ScanId } })
  const out = scan(eventId, scanOf(active[1]!.number, { Direction: 'Out' }))
  const others = active.slice(5, 25).map(({ number }) => scan(eventId, scanOf(number)))
  const answers = await Promise.all([out, ...others])
  expect([(await undo).status, ...answers.map(({ status }) => status)]).toEqual(Array(22).fill(200))
  for (const { number } of active.slice(25, 30)) await scan(eventId, scanOf(number))
  const { body } = await door(api.getDoorNow, { params: { ...harbourside, eventId } })
  expect(body.PeopleIn).toBe(5)
})

test('nobody is let in by an id or a number whom the door doesn’t see', async () => {
  const eventId = await publishedEvent(hub, { LetsSuspendedIn: false })
  const { rows } = await hub.owner.query<{ id: string }>(
    `select member_id as id from member where business_id <> 'harbourside' and deleted_at is null limit 1`,
  )
  const resultOf = async (code: string, by = door) => (await scan(eventId, scanOf(code), by)).body.Result
  expect(await resultOf(`~${rows[0]!.id}`)).toBe('UnknownCard')
  expect(await resultOf(`~${elsewhere.id}`, confined)).toBe('UnknownCard')
  expect(await resultOf(elsewhere.number, confined)).toBe('UnknownCard')
  const set = (status: string, deleted: boolean) =>
    hub.owner.query(
      `update member set status = $2, deleted_at = case when $3 then now() end where member_id = $1`,
      [elsewhere.id, status, deleted],
    )
  await set('Suspended', false)
  expect(await resultOf(`~${elsewhere.id}`)).toBe('NotEligible')
  await set('Active', true)
  expect(await resultOf(`~${elsewhere.id}`)).toBe('CardNotActive')
  expect(await resultOf(elsewhere.number)).toBe('CardNotActive')
  await set('Active', false)
  expect(await resultOf(` ${elsewhere.number.toLowerCase()} `)).toBe('Valid')
})
