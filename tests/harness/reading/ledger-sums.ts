import type { CloseAccount } from '#contract/reports/close-pack.ts'
import type { TestHub } from '#tests/hub.ts'

type Period = { startDate: string; endDate: string }

const worth = `
  join member m on m.business_id = a.business_id and m.member_id = a.owner_id
  join points_type t on t.business_id = m.business_id and t.venue_no = m.venue_no
    and points_unit(t.points_type_id) = a.unit`
const inPeriod = `e.at >= $1 and e.at < $2`

/** What the close pack of Harbourside says of the ledger, from its entries and nothing else. */
export async function addedUpAnew(hub: TestHub, { startDate, endDate }: Period) {
  const ask = async (query: string) =>
    (await hub.owner.query<Record<string, string>>(query, [startDate, endDate])).rows
  const entries = `from ledger_entry e join ledger_account a using (business_id, account_id)`
  const atBothEnds = async (cents: string, joins: string, which: string) => {
    const [row] = await ask(`
      select coalesce(round(sum(${cents}) filter (where e.at < $1)), 0) as opening,
        coalesce(round(sum(${cents}) filter (where e.at < $2)), 0) as closing
      ${entries} ${joins} where a.business_id = 'harbourside' and ${which}`)
    return { Opening: Number(row!['opening']) / 100, Closing: Number(row!['closing']) / 100 }
  }
  const money = (kind: string) => atBothEnds('e.amount', '', `a.kind = '${kind}' and a.unit = 'AUD'`)
  const lines = await ask(`
    select x.kind, count(*), sum(e.amount) as cents ${entries} join ledger_transaction x using (business_id, transaction_id)
    where a.business_id = 'harbourside' and a.kind = 'disbursement' and ${inPeriod}
    group by 1 order by x.kind <> 'Deposit', 1`)
  const [broken] = await ask(`
    select coalesce(sum(e.amount) filter (where a.kind = 'breakage' and a.unit = 'AUD'), 0) as money,
      (select coalesce(round(-sum(e.amount / t.points_to_dollar_ratio)), 0) ${entries} ${worth}
       where a.business_id = 'harbourside' and a.kind = 'points' and ${inPeriod}
         and e.transaction_id in (select transaction_id from ledger_entry b
           join ledger_account o using (business_id, account_id) where o.kind = 'breakage')) as points
    ${entries} where a.business_id = 'harbourside' and ${inPeriod}`)
  return {
    Disbursement: await money('disbursement'),
    Lines: lines.map(({ kind, count, cents }) => ({
      Kind: kind,
      Count: Number(count),
      Amount: Number(cents) / 100,
    })),
    Cards: await money('card'),
    Purses: await money('purse'),
    InFlight: await money('in-flight'),
    Points: await atBothEnds('e.amount / t.points_to_dollar_ratio', worth, `a.kind = 'points'`),
    Reloads: await reloads(ask),
    Breakage: Number(broken!['money']) / 100,
    PointsBreakage: Number(broken!['points']) / 100,
    Unmatched: { Count: 0, Amount: 0 },
  }
}

async function reloads(ask: (query: string) => Promise<Record<string, string>[]>) {
  const rows = await ask(`
    select coalesce(r.venue_no, '') as venue, r.tender, count(*) filter (where e.amount < 0) as count,
      -sum(e.amount) as cents, coalesce(sum(e.amount) filter (where e.amount > 0), 0) as back
    from ledger_entry e join ledger_account a using (business_id, account_id)
    join ledger_transaction x using (business_id, transaction_id)
    join card_reload r on r.business_id = x.business_id and r.transaction_id = coalesce(x.reverses, x.transaction_id)::text
    left join venue v on v.business_id = r.business_id and v.venue_no = r.venue_no
    where a.business_id = 'harbourside' and a.kind = 'external' and a.owner_id like 'tender/%' and ${inPeriod}
    group by 1, 2, v.display_name order by coalesce(v.display_name, 'Card page'), 1, 2`)
  return rows.map(({ venue, tender, count, cents, back }) => ({
    VenueNo: venue,
    Tender: tender,
    Count: Number(count),
    Amount: Number(cents) / 100,
    TakenBack: Number(back) / 100,
  }))
}

/** The entries behind a line of the pack, newest first. */
export async function entriesAnew(
  hub: TestHub,
  account: CloseAccount,
  { startDate, endDate }: Period,
): Promise<string[]> {
  const kind = account === 'points-breakage' ? 'breakage' : account
  const { rows } = await hub.owner.query<{ id: string }>(
    `select e.entry_id as id from ledger_entry e join ledger_account a using (business_id, account_id)
     where a.business_id = 'harbourside' and ${inPeriod} and a.kind = $3 and (a.unit = 'AUD') = $4
     order by e.at desc, e.entry_id desc`,
    [startDate, endDate, kind, !account.startsWith('points')],
  )
  return rows.map(({ id }) => id)
}

/** What the figures say of points turned into money, of the members of one venue or of all. */
export async function transfersAnew(hub: TestHub, venue: string | null) {
  const { rows } = await hub.owner.query<
    Record<'count' | 'cents' | 'points', string> & { ago: number | null }
  >(
    `select coalesce(sum(sign(e.amount)), 0) as count, coalesce(-sum(money.amount), 0) as cents,
       coalesce(sum(e.amount), 0) as points,
       zone_day('Australia/Sydney') - (max(e.at) filter (where e.amount > 0) at time zone 'Australia/Sydney')::date as ago
     from ledger_account a join ledger_entry e using (business_id, account_id)
     join ledger_entry money on money.transaction_id = e.transaction_id and money.account_id = (
       select account_id from ledger_account where business_id = 'harbourside' and kind = 'disbursement')
     join ledger_entry taken on taken.transaction_id = e.transaction_id and taken.unit = e.unit
       and taken.account_id <> e.account_id
     join ledger_account o on o.account_id = taken.account_id
     join member m on m.business_id = o.business_id and m.member_id = o.owner_id
     where a.business_id = 'harbourside' and a.kind = 'external' and a.owner_id = 'transfers'
       and coalesce(m.venue_no = $1, true)`,
    [venue],
  )
  const { count, cents, points, ago } = rows[0]!
  return {
    FundsTransferredCount: Number(count),
    FundsTransferredValue: Number(cents) / 100,
    PointsTransferredValue: Number(points) / 100,
    FundsLastTransferredDaysAgo: ago,
  }
}
