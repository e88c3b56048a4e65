import sql, { empty, type Sql } from 'sql-template-tag'
import type { closePackApi, UnmatchedHold } from '#contract/reports/close-pack.ts'
import { type Call, afterKey, pageOf, rowsToAsk } from '#platform/call'
import type { Queries } from '#platform/database'
import { sumsOfAll } from '#server/ledger/sums'

/**
 * The accounts of which what is in flight isn't what is held: none, unless something is wrong. All accounts that ever had
 * something in flight are looked through only where more is in flight than what is on those that something is held of.
 */
export const unmatched = (db: Queries): Sql => sql`
  with open_holds as materialized (
    select b.kind || '/' || b.owner_id as owner_id, b.unit, sum(h.amount)::bigint as held from ledger_hold h
    join ledger_account b on b.business_id = h.business_id and b.account_id = h.account_id
    where h.business_id = ${db.businessId} and h.outcome is null group by 1, 2
  ), known as materialized (
    select h.owner_id, h.unit, coalesce(f.balance, 0) as flying, h.held from open_holds h
    left join ledger_account f on f.business_id = ${db.businessId} and f.kind = 'in-flight'
      and f.owner_id = h.owner_id and f.unit = h.unit
  )
  select owner_id, unit, flying, held from known where flying <> held
  union all
  select f.owner_id, f.unit, f.balance, 0 from ledger_account f
  where (${isMoreInFlight(db)}) and f.business_id = ${db.businessId} and f.kind = 'in-flight' and f.balance <> 0
    and not exists (select from known k where k.owner_id = f.owner_id and k.unit = f.unit)`

// No balance is below zero: where these come to as much as all entries, nothing is on any other account.
const isMoreInFlight = (db: Queries): Sql => sql`
  select exists (
    select from (
      select unit, came_in + went_out as amount from ${sumsOfAll(db)} sums where account_kind = 'in-flight'
      union all select unit, -flying from known
    ) each group by unit having sum(amount) <> 0)`

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
