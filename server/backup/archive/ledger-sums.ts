import type pg from 'pg'
import { lookInto } from './every-business.ts'
import type { Manifest } from './manifest.ts'

type Sums = Manifest['ledger']
type Row = { kind: string; unit: string; accounts: string; balance: string; entries: string; sum: string }

const sums = `
  with entry as (select account_id, count(*) as entries, sum(amount) as sum from ledger_entry
    where business_id = $1 group by account_id)
  select a.kind, a.unit, count(*) as accounts, coalesce(sum(a.balance), 0)::text as balance,
    coalesce(sum(e.entries), 0)::text as entries, coalesce(sum(e.sum), 0)::text as sum
  from ledger_account a left join entry e using (account_id) where a.business_id = $1 group by 1, 2`

/** What the accounts of each kind hold, and what their entries make, in all businesses together. */
export async function ledgerSums(client: pg.Client, businesses: readonly string[]): Promise<Sums> {
  const found = new Map<string, Sums[number]>()
  for (const businessId of businesses) {
    await lookInto(client, businessId)
    const { rows } = await client.query<Row>(sums, [businessId])
    for (const row of rows) {
      const key = JSON.stringify([row.kind, row.unit])
      found.set(key, added(found.get(key), row))
    }
  }
  return [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum)
}

function added(before: Sums[number] | undefined, { kind, unit, ...row }: Row): Sums[number] {
  const plus = (one: string | undefined, other: string) => String(BigInt(one ?? 0) + BigInt(other))
  return {
    kind,
    unit,
    accounts: (before?.accounts ?? 0) + Number(row.accounts),
    balance: plus(before?.balance, row.balance),
    entries: (before?.entries ?? 0) + Number(row.entries),
    sum: plus(before?.sum, row.sum),
  }
}
