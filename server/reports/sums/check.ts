import type pg from 'pg'
import sql from 'sql-template-tag'
import { checkLedger, checkLedgerOf, type Rule } from '#server/ledger'
import { sumsThatAreOut } from '#server/ledger/sums'

const ledgerSumsHold: Rule = {
  rule: 'every sum that is kept of the ledger is what its entries come to (hub ledger add-up mends it)',
  broken: sumsThatAreOut,
}

const recordsHold: Rule = {
  rule: 'every sum that is kept of payments and cards is what they come to (hub ledger add-up mends it)',
  broken: sql`
    select format('the sums of %ss (%s) are out, %s of those by day and %s by quarter of an hour, first of %s UTC', lower(about), kind,
      count(*) filter (where span = 'Day'), count(*) filter (where span = 'Quarter'), min(since) at time zone 'UTC') as sentence
    from (
      select about, kind, span, since
      from (
        select about, span, since, kind, records, cents, tax_cents from record_sum
        union all
        select about, span, date_bin(case span when 'Day' then interval '1 day' else interval '15 minutes' end, at, 'epoch'),
          kind, records, cents, tax_cents
        from (
          select about, since as at, kind, records, cents, tax_cents from record_sum_change
          union all select 'Payment', at, payment_kind || ' ' || kind, -1, -cents, -tax_cents from payment_entry
          union all select 'Card', created_at, card_program_id, -1, -initial_cents, 0 from card
        ) each cross join unnest(array['Day', 'Quarter']) span
      ) each group by about, span, since, kind
      having (sum(records), sum(cents), sum(tax_cents)) <> (0, 0, 0)
    ) wrong group by about, kind order by about, kind`,
}

/** Proves the ledger of every business, and that the sums of it, of payments and of cards are theirs. */
export const checkBooks = (databaseUrl: string) => checkLedger(databaseUrl, [ledgerSumsHold, recordsHold])

/** The same of one business, within a transaction of the database's owner. */
export const checkBooksOf = (client: pg.Client, businessId: string) =>
  checkLedgerOf(client, businessId, [ledgerSumsHold, recordsHold])
