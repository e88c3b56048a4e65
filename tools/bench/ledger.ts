import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import pg from 'pg'
import { pointsTransferApi } from '#contract/points/points-transfer.ts'
import { pointsApi } from '#contract/points/points.ts'
import { tillApi } from '#contract/till/till.ts'
import { appRole } from '#platform/database'
import { demoTillSecret } from '#server/demo/access'
import type { Figure } from './figure.ts'
import { medians, requestsPerSecond } from './load.ts'

const business = 'harbourside'
const seconds = 2
const connections = 10

export type Server = { url: string; token: string }
type Ids = { members: string[]; holds: string[] }

/** What moving points and money costs beyond the statements themselves, and what a long history costs. */
export async function ledger(databaseUrl: string): Promise<Figure[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections, options: asServer })
  const ids = await prepare(pool)
  const server = fork(fileURLToPath(new URL('servers/ledger-server.ts', import.meta.url)), [databaseUrl])
  const [at] = (await once(server, 'message')) as [Server]
  try {
    return [...(await movements(at, pool, ids)), ...(await longHistory(at, databaseUrl, ids))]
  } finally {
    server.disconnect()
    await pool.end()
  }
}

const asServer = `-c role=${appRole} -c timezone=UTC -c app.business_id=${business} -c plan_cache_mode=force_custom_plan`

/** Members with points to transfer, money to transfer them for, and holds to capture. */
async function prepare(pool: pg.Pool): Promise<Ids> {
  const { rows } = await pool.query<{ id: string }>(
    `select member_id as id from member where venue_no = '1' order by member_id limit 1000`,
  )
  const members = rows.map(({ id }) => id)
  await pool.query(`select post_transaction('Deposit', 'bench', 'Bench', array['external', 'disbursement'],
    array['bank', ''], array['AUD', 'AUD'], array[-1000000000, 1000000000])`)
  await pool.query(
    `select post_transaction('Award', 'bench', 'Bench', array['external', 'points'], array['awards', id],
      array['points/points', 'points/points'], array[-10000000, 10000000]) from unnest($1::text[]) id`,
    [members],
  )
  await pool.query(
    `select post_transaction('Load', 'bench', 'Bench', array['external', 'card'], array['bank', id],
      array['AUD', 'AUD'], array[-1000000, 1000000]) from unnest($1::text[]) id`,
    [members],
  )
  // A card of each member, under the member's own id.
  await pool.query(
    `insert into card (business_id, card_id, card_program_id, member_id, first_name, last_name, status, initial_cents,
      offer_expiry_date, channels, external_account_id, card_number, redeemed_at, issued_by_id, issued_by_name)
    select $1, id, p.card_program_id, id, 'Bench', 'Card', 'Active', 0, current_date, array['sms'], id, id, now(), 'bench', 'Bench'
    from unnest($2::text[]) id, card_program p where p.program_type = 'Reloadable' and not p.is_physical_enabled`,
    [business, members],
  )
  // The number is in the reference: a hold that didn't depend on it would be made once for each card, not sixty times.
  const held = await pool.query<{ id: string }>(
    `with held as (
      select card, h.transaction_id::text as id from generate_series(1, 60) n, unnest($2::text[]) card,
        lateral hold_balance('Hold', 'bench', 'Bench', 'card', card, 'AUD', 1, now() + interval '1 day', n::text) h
    )
    insert into till_hold (business_id, hold_id, venue_no, account_kind, owner_id, unit, amount, unit_name, account_name,
      record_name)
    select $1, id, '1', 'card', card, 'AUD', 1, 'AUD', 'Bench', 'Bench' from held returning hold_id as id`,
    [business, members],
  )
  return { members, holds: held.rows.map(({ id }) => id) }
}

async function movements(at: Server, pool: pg.Pool, { members, holds }: Ids): Promise<Figure[]> {
  const one = members[0]!
  let turn = 0
  const next = () => members[turn++ % members.length]!
  const [award, statement, hot, hotStatement, transfer, capture] = (await medians([
    posting(at, () => awardOf(next())),
    statements(pool, next),
    posting(at, () => awardOf(one)),
    statements(pool, () => one),
    posting(at, () => transferOf(next())),
    posting({ ...at, token: demoTillSecret }, () => captureOf(holds.pop()!)),
  ])) as [number, number, number, number, number, number]
  const figure = (what: string, wanted: number, own: number, other: number): Figure => ({
    what,
    measured: own / other,
    wanted,
    detail: `${own.toFixed(0)} and ${other.toFixed(0)} a second`,
  })
  return [
    figure('Award / the same work as one statement', 0.45, award, statement),
    figure('Award, all on one member / awards', 0.25, hot, award),
    figure('Award, all on one member / the same as one statement', 0.25, hot, hotStatement),
    figure('Transfer to card / award', 0.6, transfer, award),
    figure('Till capture / award', 0.6, capture, award),
  ]
}

type Posting = { path: string; body?: string }

/** An award to this member. */
export function awardOf(memberId: string): Posting {
  const path = pointsApi.awardPoints.path
    .replace('{businessId}', business)
    .replace('{memberId}', memberId)
    .replace('{pointsTypeId}', 'Points')
  return { path, body: JSON.stringify({ Note: 'bench', PointsByDollarValue: 1, PointsByQuantity: 100 }) }
}

function transferOf(memberId: string): Posting {
  const path = pointsTransferApi.transferPointsToCard.path
    .replace('{businessId}', business)
    .replace('{memberId}', memberId)
    .replace('{cardId}', memberId)
    .replace('{pointsTypeId}', 'Points')
  const body = { Note: 'bench', Description: 'bench', PointsByDollarValue: 0.01, PointsByQuantity: 1 }
  return { path, body: JSON.stringify(body) }
}

function captureOf(holdId: string): Posting {
  return { path: tillApi.tillCapture.path.replace('{businessId}', business).replace('{holdId}', holdId) }
}

let keys = 0

/** Calls per second, each under a key of its own, as the console sends them. */
export function posting({ url, token }: Server, next: () => Posting) {
  return async () => {
    const result = await autocannon({
      url,
      connections,
      duration: seconds,
      requests: [
        {
          method: 'POST',
          setupRequest: (request) => {
            const { path, body } = next()
            const headers = {
              authorization: `Bearer ${token}`,
              'idempotency-key': `bench-${keys++}`,
              ...(body && { 'content-type': 'application/json' }),
            }
            return { ...request, path, headers, ...(body && { body }) }
          },
        },
      ],
    })
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
    return result.requests.total / result.duration
  }
}

// An award with all that belongs to it: the member, the type, the posting, the audit entry, the key and its answer.
const oneStatement = `
  with chosen as (
    select m.member_id, m.first_name, m.last_name, t.points_type_id from member m
    join points_type t on t.business_id = m.business_id and t.venue_no = m.venue_no and t.points_type_id = 'Points'
    where m.business_id = $1 and m.member_id = $2 and m.deleted_at is null for no key update of m
  ), posted as (
    select p.* from chosen, lateral post_transaction('Award', 'bench', 'Bench', array['external', 'points'],
      array['awards', member_id], array['points/points', 'points/points'], array[-10000, 10000], p_note => 'bench') p
  ), audited as (
    insert into audit_entry (business_id, actor_id, actor_name, address, request_id, action, title, record_kind,
      record_id, record_name, before, after)
    select $1, 'bench', 'Bench', '127.0.0.1', $3, 'awardPoints', 'Award points to a member', 'Member', member_id,
      first_name || ' ' || last_name, jsonb_build_object('Points', balances[2] - 10000),
      jsonb_build_object('Points', balances[2], 'Note', 'bench') from chosen, posted
  )
  insert into idempotency_key (business_id, actor_id, key, request_hash, status, response)
  select $1, 'bench', $3, sha256(convert_to($3, 'UTF8')), 200, json_build_object('TransactionId', transaction_id)
  from posted returning response`

/** The same by ten connections that do nothing else, each statement a transaction of its own. */
function statements(pool: pg.Pool, next: () => string) {
  return async () => {
    const began = performance.now()
    let done = 0
    const work = async () => {
      for (; performance.now() - began < seconds * 1000; done++)
        await pool.query({
          name: 'award',
          text: oneStatement,
          values: [business, next(), `statement-${keys++}`],
        })
    }
    await Promise.all(Array.from({ length: connections }, work))
    return (done * 1000) / (performance.now() - began)
  }
}

async function asOwner(databaseUrl: string, work: (owner: pg.Client) => Promise<void>): Promise<void> {
  const owner = new pg.Client(databaseUrl)
  await owner.connect()
  try {
    await work(owner)
  } finally {
    await owner.end()
  }
}

/** Writes awards into a member's history at once, as posting each of them would have. */
async function fillHistory(client: pg.Client, memberId: string, entries: number): Promise<void> {
  await client.query(
    `with account as (
      select account_id, balance, credited from ledger_account
      where business_id = $1 and kind = 'points' and owner_id = $2 and unit = 'points/points'
    ), transactions as (
      insert into ledger_transaction (business_id, kind, at, actor_id, actor_name)
      select $1, 'Award', now(), 'bench', 'Bench' from generate_series(1, $3::integer) returning transaction_id
    ), numbered as (
      select transaction_id, row_number() over (order by transaction_id) as n from transactions
    )
    insert into ledger_entry (business_id, account_id, transaction_id, unit, amount, at, balance_after, credited_after)
    select $1, l.account_id, transaction_id, 'points/points', l.amount, now(), l.balance, l.credited
    from numbered, account, lateral (values (account_id, 100, balance + 100 * n, credited + 100 * n),
      ((select account_id from ledger_account where business_id = $1 and kind = 'external' and owner_id = 'awards'
        and unit = 'points/points'), -100, null, null)) l (account_id, amount, balance, credited)
    order by transaction_id`,
    [business, memberId, entries],
  )
  await client.query(
    `update ledger_account set balance = balance + 100 * $3::bigint, credited = credited + 100 * $3::bigint
    where business_id = $1 and kind = 'points' and owner_id = $2 and unit = 'points/points'`,
    [business, memberId, entries],
  )
}

/** A million entries on one account, against forty on another: the balance, and the first page of the history. */
async function longHistory(at: Server, databaseUrl: string, { members }: Ids): Promise<Figure[]> {
  const [long, short] = members.slice(-2) as [string, string]
  await asOwner(databaseUrl, async (owner) => {
    await fillHistory(owner, long, 1_000_000)
    await fillHistory(owner, short, 40)
    await owner.query('vacuum analyze ledger_entry, ledger_transaction')
  })
  const figures: Figure[] = []
  for (const [what, row] of Object.entries({
    Balance: pointsApi.getPointsBalance,
    'First page of the history': pointsApi.listPointsEntries,
  })) {
    const get = (memberId: string) => () =>
      requestsPerSecond(
        {
          url:
            at.url +
            row.path
              .replace('{businessId}', business)
              .replace('{memberId}', memberId)
              .replace('{pointsTypeId}', 'Points'),
          headers: { authorization: `Bearer ${at.token}` },
        },
        seconds / 2,
      )
    const [own, other] = (await medians([get(long), get(short)])) as [number, number]
    figures.push({
      what: `${what}: 1,000,000 entries / 40`,
      measured: own / other,
      wanted: 1 / 1.2,
      detail: `${own.toFixed(0)} and ${other.toFixed(0)} a second`,
    })
  }
  return figures
}
