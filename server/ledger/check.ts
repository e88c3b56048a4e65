import type pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { appRole, noTenant, onOneConnection, workAsApp } from '#platform/database'

/** A rule of the ledger, and the query that finds where it is broken: each row is a sentence. */
export type Rule = {
  readonly rule: string
  readonly broken: Sql | ((of: { readonly businessId: string }) => Sql)
}

const rules: readonly Rule[] = [
  {
    rule: 'every transaction balances',
    broken: sql`
      select format('transaction %s is out by %s %s', transaction_id, sum(amount), unit) as sentence
      from ledger_entry group by transaction_id, unit having sum(amount) <> 0`,
  },
  {
    rule: 'every transaction has entries, and every entry a transaction and an account of its unit',
    broken: sql`
      select format('transaction %s has no entries', t.transaction_id) as sentence
      from ledger_transaction t
      where not exists (select from ledger_entry e
        where e.business_id = t.business_id and e.transaction_id = t.transaction_id)
      union all
      select format('entry %s has no transaction or no account', e.entry_id)
      from ledger_entry e
      left join ledger_transaction t on t.business_id = e.business_id and t.transaction_id = e.transaction_id
      left join ledger_account a
        on a.business_id = e.business_id and a.account_id = e.account_id and a.unit = e.unit
      where t.transaction_id is null or a.account_id is null`,
  },
  {
    rule: 'every kept balance equals its entries, at each of them',
    broken: sql`
      select format('account %s (%s %s, %s) keeps %s, its entries make %s',
        a.account_id, a.kind, a.owner_id, a.unit, a.balance, coalesce(e.sum, 0)) as sentence
      from ledger_account a
      left join (select account_id, sum(amount) from ledger_entry group by account_id) e using (account_id)
      where a.balance <> coalesce(e.sum, 0)
      union all
      select format('entry %s says %s, the entries up to it make %s', entry_id, balance_after, sum)
      from (
        select entry_id, balance_after, sum(amount) over (partition by account_id order by entry_id) from ledger_entry
        where balance_after is not null
      ) e where balance_after <> sum`,
  },
  {
    rule: 'every in-flight account holds what its open holds took, and every settled hold is settled once',
    broken: sql`
      with held as (
        select a.kind || '/' || a.owner_id as owner_id, a.unit, sum(h.amount) as amount
        from ledger_hold h join ledger_account a using (business_id, account_id) where h.outcome is null group by 1, 2
      )
      select format('in flight for %s are %s %s, its holds make %s',
        owner_id, coalesce(a.balance, 0), unit, coalesce(h.amount, 0)) as sentence
      from (select * from ledger_account where kind = 'in-flight') a full join held h using (owner_id, unit)
      where coalesce(a.balance, 0) <> coalesce(h.amount, 0)
      union all
      select format('hold %s is settled %s times', h.hold_id, count(t.transaction_id))
      from ledger_hold h left join ledger_transaction t on t.business_id = h.business_id and t.hold_id = h.hold_id
      group by h.business_id, h.hold_id, h.outcome having count(t.transaction_id) <> (h.outcome is not null)::integer`,
  },
  {
    rule: 'every reversal undoes its original, entry by entry',
    broken: sql`
      select format('transaction %s does not undo %s', t.transaction_id, t.reverses) as sentence
      from ledger_transaction t
      join lateral (
        select account_id, sum(amount) from ledger_entry e where e.business_id = t.business_id
          and e.transaction_id in (t.transaction_id, t.reverses) group by account_id having sum(amount) <> 0 limit 1
      ) e on true
      where t.reverses is not null`,
  },
]

/** What a check found: a sentence for everything that is wrong, none if all of it is proven. */
export type Proof = { readonly transactions: number; readonly wrong: readonly string[] }

/** Checks the ledger of every business, and what else is to hold, as of one moment, while the server goes on. */
export async function checkLedger(databaseUrl: string, more: readonly Rule[] = []): Promise<Proof> {
  return onOneConnection(databaseUrl, 'hub-ledger-check', async (client) => {
    // Whatever the role is set up with: a year of many businesses takes its time.
    await workAsApp(client, { statement_timeout: '0', idle_in_transaction_session_timeout: '0' })
    await client.query('begin isolation level repeatable read read only')
    return checkEach(client, [...rules, ...more])
  })
}

/** The same of one business, within a transaction of the database's owner: what is in it may not be committed yet. */
export async function checkLedgerOf(
  client: pg.Client,
  businessId: string,
  more: readonly Rule[] = [],
): Promise<Proof> {
  // As the server sees it: row-level security may not hold for an owner.
  await client.query(`set local role ${appRole}`)
  const proof = await checkOne(client, businessId, [...rules, ...more])
  await client.query('reset role')
  return proof
}

async function checkEach(client: pg.Client, all: readonly Rule[]): Promise<Proof> {
  await lookInto(client, noTenant)
  const businesses = await client.query<{ id: string }>(
    'select business_id as id from business where erasing_since is null order by 1',
  )
  const wrong: string[] = []
  let transactions = 0
  for (const { id } of businesses.rows) {
    const found = await checkOne(client, id, all)
    transactions += found.transactions
    wrong.push(...found.wrong)
  }
  return { transactions, wrong }
}

const lookInto = (client: pg.Client, businessId: string) =>
  client.query(`select set_config('app.business_id', $1, true)`, [businessId])

/** A business at a time, as the server sees it: the database shows no other. */
async function checkOne(client: pg.Client, id: string, all: readonly Rule[]): Promise<Proof> {
  await lookInto(client, id)
  const wrong: string[] = []
  const { rows } = await client.query<{ count: string }>('select count(*) from ledger_transaction')
  for (const { rule, broken } of all) {
    const query = typeof broken === 'function' ? broken({ businessId: id }) : broken
    const found = await client.query<{ sentence: string }>(sql`${query} limit 20`)
    wrong.push(...found.rows.map(({ sentence }) => `${id}: ${sentence}, but ${rule}.`))
  }
  return { transactions: Number(rows[0]?.count), wrong }
}
