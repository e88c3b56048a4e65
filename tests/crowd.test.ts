import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import type { Endpoint } from '#contract/endpoint.ts'
import { checkLedger } from '#server/ledger'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { isLong } from '#tests/long.ts'
import { codeFor, newHolderSecret, send } from '#tests/records/cards.ts'
import { harbourside, publishedEvent, scanOf } from '#tests/records/events.ts'

const clients = 100
const callsOfEach = 4
const longMs = 60_000
/** Each is wanted by some at once. */
const cards = isLong ? 500 : 20
const wantEach = 5

let hub: TestHub
let url: string
beforeAll(async () => {
  // As it is in use: with the usual pools, over connections, and people who come from everywhere.
  hub = await startTestHub({ HUB_TRUST_PROXY: '1', HUB_BUSY_AFTER_MS: '500' })
  url = await hub.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => hub.close())

type Input = { params?: Record<string, string>; query?: Record<string, string>; body?: object; who?: string }

/** A call as a browser of this client makes it. */
async function call(client: number, row: Endpoint, { params = {}, query = {}, body, who }: Input) {
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? name),
  )
  const answer = await fetch(`${url}${path}?${new URLSearchParams(query).toString()}`, {
    method: row.method,
    headers: {
      'x-forwarded-for': `10.1.${Math.floor(client / 250)}.${client % 250}`,
      ...(who && { authorization: `Bearer ${await hub.tokenOf(who)}` }),
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    body: JSON.parse(text) as { ErrorMessage?: string; TransactionId?: string; Result?: string },
  }
}

type Answer = Awaited<ReturnType<typeof call>> & { kind: Kind }

/** Has each client call on and on: so often, or for a minute. */
async function crowd(work: (client: number, round: number) => Promise<Answer>): Promise<Answer[]> {
  const end = Date.now() + longMs
  const answers = await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const heard: Answer[] = []
      for (let round = 0; isLong ? Date.now() < end : round < callsOfEach; round++)
        heard.push(await work(client, round))
      return heard
    }),
  )
  return answers.flat()
}

/** What each kind of call may be answered with. A code that somebody else was faster with is no card's any more. */
const rightAnswers = { claim: [200, 404], scan: [200], search: [200], award: [200] } as const
type Kind = keyof typeof rightAnswers

/** Whoever isn't served is told in a sentence to come back: nothing else fails. */
function wentWrong({ kind, status, body, retryAfter }: Answer): boolean {
  if (status === 200) return false
  if (!body.ErrorMessage) return true
  if (status === 503) return retryAfter === null
  return status !== 429 && !rightAnswers[kind].some((right) => right === status)
}

/** How often each kind of call was answered with what, a line for each: 'claim: 3 of 200, 2,041 of 404'. */
function tally(answers: readonly Answer[]): string {
  const lines = Object.entries(Object.groupBy(answers, ({ kind }) => kind)).map(([kind, ofKind]) => {
    const counts = Object.entries(Object.groupBy(ofKind, ({ status }) => status)).map(
      ([status, same]) => `${same!.length.toLocaleString('en-AU')} of ${status}`,
    )
    return `${kind}: ${counts.join(', ')}\n`
  })
  return lines.join('')
}

test(`${clients} clients that claim, scan, search and award at once are served, or told to come back`, async () => {
  const { rows: members } = await hub.owner.query<{ id: string; number: string }>(
    `select member_id as id, membership_number as number from member
     where business_id = 'harbourside' and deleted_at is null and date_financial > current_date limit 50`,
  )
  const eventId = await publishedEvent(hub)
  const codes: string[] = []
  for (let card = 0; card < cards; card++) {
    const EmailAddress = `holder${card}@example.org`
    await send(hub, { EmailAddress, InitialCardValue: 10 })
    codes.push(await codeFor(hub, EmailAddress))
  }
  const memberOf = (client: number, round: number) => members[(client * 7 + round) % members.length]!
  let claims = 0
  const claim = (client: number) =>
    call(client, api.claimCard, {
      params: { code: codes[Math.floor(claims++ / wantEach) % codes.length]! },
      body: { Secret: newHolderSecret() },
    })
  const scan = (client: number, round: number) =>
    call(client, api.recordScans, {
      params: { ...harbourside, eventId },
      body: scanOf(memberOf(client, round).number),
      who: people.door,
    })
  const search = (client: number, round: number) =>
    call(client, api.listMembers, {
      params: harbourside,
      query: { q: ['an', 'smith', 'zz', memberOf(client, round).number][round % 4]! },
      who: people.reception,
    })
  const award = (client: number, round: number) =>
    call(client, api.awardPoints, {
      params: { ...harbourside, memberId: memberOf(client, round).id, pointsTypeId: 'Points' },
      body: { Note: 'Crowd', PointsByQuantity: 1, PointsByDollarValue: 0.01 },
      who: people.admin,
    })
  const calls = { claim, scan, search, award }
  const kinds = Object.keys(calls) as Kind[]
  const { rows: before } = await hub.owner.query<{ holders: number }>(
    'select count(*)::int as holders from card_offer where holder_hash is not null',
  )
  const answers = await crowd(async (client, round) => {
    const kind = kinds[(client + round) % kinds.length]!
    return { kind, ...(await calls[kind](client, round)) }
  })
  if (isLong) process.stdout.write(tally(answers))

  expect(answers.filter(wentWrong)).toEqual([])
  // Most are served: whoever is told to come back is the exception, also on a slow machine.
  const isServed = ({ kind, status }: Answer) => rightAnswers[kind].some((right) => right === status)
  expect(answers.filter(isServed).length).toBeGreaterThanOrEqual(answers.length / 2)
  // Each code was somebody's, once; what was answered with is what there is.
  const claimed = answers.filter(({ kind, status }) => kind === 'claim' && status === 200)
  const { rows } = await hub.owner.query<{ scans: number; people: number; awards: number; holders: number }>(
    `select (select count(*)::int from card_offer where holder_hash is not null) as holders,
       (select count(*)::int from event_scan where event_id = $1 and result = 'Valid') as scans,
       (select count(distinct member_id)::int from event_scan where event_id = $1 and result = 'Valid') as people,
       (select count(*)::int from ledger_transaction where business_id = 'harbourside' and note = 'Crowd') as awards`,
    [eventId],
  )
  const { scans, people: inside, awards, holders } = rows[0]!
  expect(holders - before[0]!.holders).toBe(claimed.length)
  expect(claimed.length).toBeGreaterThan(0)
  expect(scans).toBe(inside)
  expect(scans).toBeGreaterThan(0)
  expect(awards).toBe(answers.filter(({ status, body }) => status === 200 && body.TransactionId).length)
  expect(awards).toBeGreaterThan(0)
  expect((await checkLedger(hub.databaseUrl)).wrong).toEqual([])
}, 600_000)
