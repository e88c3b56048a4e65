import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardsApi } from '#contract/cards/cards.ts'
import { pointsTransferApi } from '#contract/points/points-transfer.ts'
import { pointsApi } from '#contract/points/points.ts'
import { appRole } from '#platform/database'
import { checkLedger } from '#server/ledger'
import { cloneDatabase } from '#tests/database.ts'
import { inLong } from '#tests/long.ts'
import { startServer } from '#tests/processes/server.ts'

const businessId = 'harbourside'
const calls = inLong(1000, 200)
const members = 10
const atOnce = 16

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

/** Members who have as many points as they will transfer, and a card each, of the same id, to transfer them to. */
async function freshMembers(): Promise<string[]> {
  const client = new pg.Client({
    connectionString: database.url,
    options: `-c role=${appRole} -c app.business_id=${businessId}`,
  })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    `insert into card (business_id, card_id, card_program_id, member_id, first_name, last_name, status, initial_cents,
      offer_expiry_date, channels, external_account_id, card_number, redeemed_at, issued_by_id, issued_by_name)
    select m.business_id, m.member_id, p.card_program_id, m.member_id, 'Cara', 'Crash', 'Active', 0, current_date,
      array['sms'], m.member_id, m.member_id, now(), 'test', 'Test'
    from (select * from member where venue_no = '1' and deleted_at is null and not exists (
        select from ledger_account where owner_id = member_id) limit $1) m,
      card_program p where p.description = 'Harbourside Club Card'
    returning card_id as id`,
    [members],
  )
  const ids = rows.map(({ id }) => id)
  await client.query(
    `select post_transaction('Award', 'test', 'Test', array['external', 'points'], array['awards', id],
      array['points/points', 'points/points'], array[-$2::bigint, $2::bigint]) from unnest($1::text[]) id`,
    [ids, (calls / members) * 100 * 100],
  )
  await client.query(`select post_transaction('Deposit', 'test', 'Test', array['external', 'disbursement'],
    array['bank', ''], array['AUD', 'AUD'], array[-1000000, 1000000])`)
  await client.end()
  return ids
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
async function send(url: string, ids: string[], told: Set<number>, onTold: () => void) {
  const headers = await signedIn(url)
  const queue = Array.from({ length: calls }, (_, i) => i)
    .filter((i) => !told.has(i))
    .values()
  const worker = async () => {
    for (const i of queue) {
      const id = ids[i % ids.length]!
      const path = pointsTransferApi.transferPointsToCard.path
        .replace('{businessId}', businessId)
        .replace('{memberId}', id)
        .replace('{cardId}', id)
        .replace('{pointsTypeId}', 'Points')
      const answer = await fetch(url + path, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': `call-${i}` },
        body: JSON.stringify({
          Note: `call ${i}`,
          Description: 'Crash',
          PointsByDollarValue: 1,
          PointsByQuantity: 100,
        }),
      })
      expect(answer.status).toBe(200)
      told.add(i)
      onTold()
    }
  }
  await Promise.allSettled(Array.from({ length: atOnce }, worker))
}

/** What the points and the card of a member come to, in points and dollars. */
async function has(url: string, headers: Record<string, string>, memberId: string) {
  const read = async (row: { path: string }) => {
    const path = row.path.replace('{businessId}', businessId).replace('{memberId}', memberId)
    return (await fetch(url + path.replace('{cardId}', memberId), { headers })).json()
  }
  const { Results } = pointsApi.listPointsBalances.output.parse(await read(pointsApi.listPointsBalances))
  const account = cardsApi.getCardAccountStatus.output.parse(await read(cardsApi.getCardAccountStatus))
  return { points: Results[0]!.PointsBalanceQuantity, dollars: account.Balance.Amount }
}

test('a server that is killed in the middle of hundreds of transfers loses none and does none twice', async () => {
  const ids = await freshMembers()
  const told = new Set<number>()
  const first = await startServer({ DATABASE_URL: database.url })
  let ended: Promise<unknown> | undefined
  await send(first.url, ids, told, () => {
    if (told.size === calls / 3 || (told.size > calls / 3 && !ended)) ended ??= first.stop('SIGKILL')
  })
  await ended
  expect(told.size).toBeLessThan(calls)
  expect((await checkLedger(database.url)).wrong).toEqual([])

  const second = await startServer({ DATABASE_URL: database.url })
  await send(second.url, ids, told, () => undefined)
  expect(told.size).toBe(calls)
  const headers = await signedIn(second.url)
  for (const id of ids)
    expect(await has(second.url, headers, id)).toEqual({ points: 0, dollars: calls / members })
  await second.stop()
  expect((await checkLedger(database.url)).wrong).toEqual([])
})
