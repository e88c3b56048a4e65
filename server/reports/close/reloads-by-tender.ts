import sql from 'sql-template-tag'
import type { ClosePack } from '#contract/reports/close-pack.ts'
import type { Queries } from '#platform/database'
import { during, type Period } from './close-transactions.ts'

type Row = Omit<ClosePack['Reloads'][number], 'Amount' | 'TakenBack'> & {
  cents: number
  takenBackCents: number
}

/** What was paid for reloads in a period, by venue and by how. What a drawer has is told by the account that it left. */
export async function reloadsByTender(db: Queries, period: Period): Promise<ClosePack['Reloads']> {
  const rows = await db.rows<Row>(sql`
    select coalesce(r.venue_no, '') as "VenueNo",
      coalesce(v.display_name, r.venue_no, 'Card page') as "VenueName", r.tender as "Tender",
      count(*) filter (where e.amount < 0) as "Count", -sum(e.amount)::bigint as cents,
      coalesce(sum(e.amount) filter (where e.amount > 0), 0)::bigint as "takenBackCents"
    from ledger_account a
    join ledger_entry e on e.business_id = a.business_id and e.account_id = a.account_id
    join ledger_transaction t on t.business_id = e.business_id and t.transaction_id = e.transaction_id
    join card_reload r on r.business_id = t.business_id
      and r.transaction_id = coalesce(t.reverses, t.transaction_id)::text
    left join venue v on v.business_id = r.business_id and v.venue_no = r.venue_no
    where a.business_id = ${db.businessId} and a.kind = 'external' and a.owner_id like 'tender/%' and a.unit = 'AUD'
      and ${during(period)}
    group by 1, 2, 3 order by 2, 1, 3`)
  return rows.map(({ cents, takenBackCents, ...row }) => ({
    ...row,
    Amount: cents / 100,
    TakenBack: takenBackCents / 100,
  }))
}
