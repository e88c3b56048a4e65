import { afterAll, expect, test } from 'vitest'
import { publishedEvent, scanOf, startDoors } from '#tests/records/events.ts'

const { hub, scan, countOf } = await startDoors()
afterAll(() => hub.close())

const { rows: guests } = await hub.owner.query<{ id: string; number: string }>(
  `select member_id as id, membership_number as number from member
   where business_id = 'harbourside' and deleted_at is null and status = 'Active' order by member_id limit 8`,
)

/** An event that is remembered, with as many connections open as are to come: who has one then is in line at once. */
async function eventOf(): Promise<string> {
  const eventId = await publishedEvent(hub)
  await Promise.all([...guests, 'one more'].map(() => scan(eventId, scanOf('nobody'))))
  return eventId
}

const atWork = () => hub.database.pool.totalCount - hub.database.pool.idleCount

/** Does something while nobody can write a scan down, and lets go when it is done. */
async function whileHeld(statement: string, work: () => Promise<void>) {
  await hub.owner.query('begin')
  try {
    await hub.owner.query(statement)
    await work()
  } finally {
    await hub.owner.query('commit')
  }
}

test('those who come while one is written down are so together, each with an answer of their own', async () => {
  const eventId = await eventOf()
  const [first, ...others] = guests
  let answers: ReturnType<typeof scan>[] = []
  await whileHeld('lock table event_scan in exclusive mode', async () => {
    answers = [first!, ...others, first!].map(({ number }) => scan(eventId, scanOf(number)))
    await expect.poll(atWork).toBe(answers.length)
  })
  const bodies = (await Promise.all(answers)).map(({ body }) => body)
  expect(bodies.map(({ Result }) => Result)).toEqual([...guests.map(() => 'Valid'), 'AlreadyIn'])
  expect(bodies.map(({ Member }) => Member?.MembershipNumber)).toEqual(
    [first!, ...others, first!].map(({ number }) => number),
  )
  const { rows } = await hub.owner.query<{ together: number }>(
    `select count(*)::int as together from event_scan where event_id = $1 and result = 'Valid' group by xmin order by 1`,
    [eventId],
  )
  expect(rows.map(({ together }) => together)).toEqual([1, others.length])
  expect(await countOf(eventId)).toBe(guests.length)
})

test('one whose member somebody else is busy with keeps none of the others waiting', async () => {
  const eventId = await eventOf()
  const [busy, ...others] = guests
  let waiting: ReturnType<typeof scan> | undefined
  await whileHeld(`select from member where member_id = '${busy!.id}' for update`, async () => {
    waiting = scan(eventId, scanOf(busy!.number))
    const answers = await Promise.all(others.map(({ number }) => scan(eventId, scanOf(number))))
    expect(answers.map(({ body }) => body.Result)).toEqual(others.map(() => 'Valid'))
    expect(await countOf(eventId)).toBe(others.length)
  })
  expect((await waiting!).body.Result).toBe('Valid')
})

test('one scan that is sent with two codes at once is the first of them alone', async () => {
  const eventId = await eventOf()
  const [one, two, three] = guests
  const twice = scanOf(two!.number)
  let answers: ReturnType<typeof scan>[] = []
  await whileHeld('lock table event_scan in exclusive mode', async () => {
    answers = [scanOf(one!.number), twice, { ...twice, Code: three!.number }].map((each) =>
      scan(eventId, each),
    )
    await expect.poll(atWork).toBe(answers.length)
  })
  const names = (await Promise.all(answers)).map(({ body }) => body.Member?.MembershipNumber)
  expect(names.slice(0, 2)).toEqual([one!.number, two!.number])
  expect(await countOf(eventId)).toBe(2)
})
