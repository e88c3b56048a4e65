import sql, { empty, type Sql } from 'sql-template-tag'
import type {
  CloseAccount,
  CloseTransaction,
  closePackApi,
  UnmatchedHold,
} from '#contract/reports/close-pack.ts'
import { type Call, afterKey, pageOf, rowsToAsk } from '#platform/call'
import type { Queries } from '#platform/database'
import { descriptionFor } from '#server/ledger'

export type Period = { startDate: string; endDate: string }

/** The entries `e` of a period. */
export const during = ({ startDate, endDate }: Period): Sql => sql`e.at >= ${startDate} and e.at < ${endDate}`

// What a line is about: dollars, unless it says points.
const accounts: Readonly<Record<CloseAccount, Sql>> = {
  disbursement: sql`a.kind = 'disbursement' and a.unit = 'AUD'`,
  card: sql`a.kind = 'card' and a.unit = 'AUD'`,
  purse: sql`a.kind = 'purse' and a.unit = 'AUD'`,
  points: sql`a.kind = 'points'`,
  'in-flight': sql`a.kind = 'in-flight' and a.unit = 'AUD'`,
  breakage: sql`a.kind = 'breakage' and a.unit = 'AUD'`,
  'points-breakage': sql`a.kind = 'breakage' and a.unit <> 'AUD'`,
}

type Row = Omit<CloseTransaction, 'Amount'> & { hundredths: number }

/** The entries behind a line of the pack, newest first. */
export async function listCloseTransactions(call: Call<typeof closePackApi.listCloseTransactions>) {
  const { db, who, query } = call
  const after = afterKey(call, 'time', 'integer')
  const rows = await db.rows<Row>(sql`
    select e.entry_id::text as "EntryId", e.transaction_id::text as "TransactionId", e.at as "OccurredAt",
      t.kind as "Type", ${descriptionFor(who)} as "TypeDescription", e.amount as hundredths, e.unit as "Unit",
      t.reference as "Reference", t.actor_name as "ActorName"
    from ledger_account a
    join ledger_entry e on e.business_id = a.business_id and e.account_id = a.account_id
    join ledger_transaction t on t.business_id = e.business_id and t.transaction_id = e.transaction_id
    where a.business_id = ${db.businessId} and ${accounts[query.account]} and ${during(query)}
      ${query.kind ? sql`and t.kind = ${query.kind}` : empty}
      ${after ? sql`and (e.at, e.entry_id) < (${after[0]}, ${after[1]})` : empty}
    order by e.at desc, e.entry_id desc limit ${rowsToAsk(call)}`)
  const { Results, _links } = pageOf(call, rows, (row) => [row.OccurredAt, row.EntryId])
  return { Results: Results.map(({ hundredths, ...row }) => ({ ...row, Amount: hundredths / 100 })), _links }
}

/** The accounts of which what is in flight isn't what is held: none, unless something is wrong. */
export const unmatched = (db: Queries): Sql => sql`
  select owner_id, unit, coalesce(f.balance, 0) as flying, coalesce(h.amount, 0) as held
  from (
    select owner_id, unit, balance from ledger_account
    where business_id = ${db.businessId} and kind = 'in-flight'
  ) f full join (
    select b.kind || '/' || b.owner_id as owner_id, b.unit, sum(h.amount)::bigint as amount from ledger_hold h
    join ledger_account b on b.business_id = h.business_id and b.account_id = h.account_id
    where h.business_id = ${db.businessId} and h.outcome is null group by 1, 2
  ) h using (owner_id, unit)
  where coalesce(f.balance, 0) <> coalesce(h.amount, 0)`

type Odd = { key: string; unit: string; flying: number; held: number }

/** Those accounts, one by one. */
export async function listUnmatchedHolds(call: Call<typeof closePackApi.listUnmatchedHolds>) {
  const { db } = call
  const after = afterKey(call, 'text', 'text')
  const rows = await db.rows<Odd>(sql`
    select owner_id as key, unit, flying, held from (${unmatched(db)}) odd
    ${after ? sql`where (owner_id, unit) > (${after[0]}, ${after[1]})` : empty}
    order by owner_id, unit limit ${rowsToAsk(call)}`)
  const { Results, _links } = pageOf(call, rows, (row) => [row.key, row.unit])
  return { Results: Results.map(unmatchedHold), _links }
}

function unmatchedHold({ key, unit, flying, held }: Odd): UnmatchedHold {
  const [kind = '', ...owner] = key.split('/')
  return {
    Account: kind,
    OwnerId: owner.join('/') || null,
    Unit: unit,
    InFlight: flying / 100,
    Held: held / 100,
  }
}
