import sql, { join, raw, type Sql } from 'sql-template-tag'
import {
  asSummed,
  countedAt,
  dayOf,
  lastKept,
  measures,
  type Owner,
  ofTransactions,
  quarterOf,
  transactionsIn,
} from './entries.ts'

const key = raw('account_kind, since, unit, owner_id, venue_no, kind')
const names = raw(measures.join(', '))
const less = raw(measures.map((name) => `-${name}`).join(', '))
const isNothing = join(
  measures.map((name) => sql`sum(${raw(name)}) = 0`),
  ' and ',
)

/** Where what is kept isn't what the entries come to that it is of, by all that is told apart and added up: each row is a sentence. */
export function sumsThatAreOut(owner: Owner): Sql {
  const kept = transactionsIn(owner, sql`transaction_id <= ${lastKept(owner)}`)
  return sql`
    select format('the sums of %s (%s, %s) are out, %s of those by day and %s by quarter of an hour, first of %s UTC', account_kind, unit, kind,
      count(*) filter (where span = 'Day'), count(*) filter (where span = 'Quarter'), min(since) at time zone 'UTC') as sentence
    from (
      select span, ${key} from (
        select span, ${key}, ${names} from ledger_sum where business_id = ${owner.businessId}
        union all
        select span, account_kind, case span when 'Day' then ${dayOf(sql`at`)} else ${quarterOf(sql`at`)} end, unit, owner_id, venue_no,
          kind, ${less}
        from (${asSummed(ofTransactions(owner, kept), countedAt.summed)}) entry cross join unnest(array['Day', 'Quarter']) span
      ) each group by span, ${key} having not (${isNothing})
    ) wrong group by account_kind, unit, kind
    union all
    select format('sums are kept up to transaction %s, the last that is there is %s', greatest(transaction_id, marked), last)
    from ledger_kept
    cross join (select coalesce(max(transaction_id), 0) as last from ledger_transaction where business_id = ${owner.businessId}) there
    where business_id = ${owner.businessId} and greatest(transaction_id, marked) > last
    order by sentence`
}
