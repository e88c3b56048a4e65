import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pointsApi } from '#contract/points.ts'
import { checkLedger } from '#server/ledger'
import { cloneDatabase } from '#tests/database.ts'
import { startServer } from '#tests/server.ts'

const calls = 1000
const atOnce = 16

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

/** Some members without points, who are awarded the same number of times each. */
async function freshMembers(): Promise<string[]> {
  const client = new pg.Client(database.url)
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    `select member_id as id from member where business_id = 'harbourside' and not exists (
      select from ledger_account where owner_id = member_id) limit 10`,
  )
  await client.end()
  return rows.map(({ id }) => id)
}

async function signedIn(url: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/identity/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: 'admin@harbourside.example', password: 'demo-password' }),
  })
  const { token } = (await answer.json()) as { token: string }
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}

/** Sends every call that nobody has heard of yet, each under its own key, until all are told or the server is gone. */
async function send(url: string, members: string[], told: Set<number>, onTold: () => void) {
  const headers = await signedIn(url)
  const queue = Array.from({ length: calls }, (_, i) => i)
    .filter((i) => !told.has(i))
    .values()
  const worker = async () => {
    for (const i of queue) {
      const path = pointsApi.awardPoints.path
        .replace('{businessId}', 'harbourside')
        .replace('{memberId}', members[i % members.length]!)
        .replace('{pointsTypeId}', 'Points')
      const answer = await fetch(url + path, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': `call-${i}` },
        body: JSON.stringify({ Note: `call ${i}`, PointsByDollarValue: 1, PointsByQuantity: 100 }),
      })
      expect(answer.status).toBe(200)
      told.add(i)
      onTold()
    }
  }
  await Promise.allSettled(Array.from({ length: atOnce }, worker))
}

test('a server that is killed in the middle of a thousand calls loses none and does none twice', async () => {
  const members = await freshMembers()
  const told = new Set<number>()
  const first = await startServer({ DATABASE_URL: database.url })
  let ended: Promise<unknown> | undefined
  await send(first.url, members, told, () => {
    if (told.size === calls / 3 || (told.size > calls / 3 && !ended)) ended ??= first.stop('SIGKILL')
  })
  await ended
  expect(told.size).toBeLessThan(calls)
  expect((await checkLedger(database.url)).wrong).toEqual([])

  const second = await startServer({ DATABASE_URL: database.url })
  await send(second.url, members, told, () => undefined)
  const headers = await signedIn(second.url)
  expect(told.size).toBe(calls)
  for (const memberId of members) {
    const path = pointsApi.listPointsBalances.path
      .replace('{businessId}', 'harbourside')
      .replace('{memberId}', memberId)
    const answer = await fetch(second.url + path, { headers })
    const { Results } = pointsApi.listPointsBalances.output.parse(await answer.json())
    expect(Results[0]!.PointsBalanceQuantity).toBe((calls / members.length) * 100)
  }
  await second.stop()
  expect((await checkLedger(database.url)).wrong).toEqual([])
}, 120_000)
