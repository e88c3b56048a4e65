import { cutByMonth, tablesOfMonths } from '#server/operations/months'
import type { TestHub } from '#tests/hub.ts'

/** The tables that can be cut by month. */
export const cuttable = ['audit_entry', 'card_change', 'event_scan', 'member_change', 'outbox_message']

/** Cuts all of them. */
export async function cutAll(ownerUrl: string): Promise<void> {
  for (const name of cuttable) await cutByMonth(ownerUrl, { name }, () => undefined)
}

/** What parts are called after: nothing in tests waits for a month to be over. */
export function monthOf(shift: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + shift, 1))
    .toISOString()
    .slice(0, 7)
    .replace('-', '_')
}

/** The parts of a table, the newest first. */
export async function partsOf(hub: TestHub, table: string): Promise<string[]> {
  const tables = await tablesOfMonths(hub.database.forTenant('*'))
  return tables.find(({ name }) => name === table)!.parts.map(({ name }) => name)
}

/** The hour's job. */
export const begin = (hub: TestHub) => hub.tasks['begin_months']!({} as never, { isLast: false })

/** Calls a part, and all that is named after it, by another month. */
export async function rename(hub: TestHub, from: string, to: string): Promise<void> {
  const month = /(?:_until)?_\d{4}_\d\d$/
  const { rows } = await hub.owner.query<{ name: string }>(
    'select indexrelid::regclass::text as name from pg_index where indrelid = $1::regclass',
    [from],
  )
  for (const { name } of rows)
    await hub.owner.query(`alter index ${name} rename to ${name.replace(month, month.exec(to)![0])}`)
  await hub.owner.query(`alter table ${from} rename to ${to}`)
}

/** As if the tables had been cut a month ago, so that the part that was made ahead is this month's. */
export async function aMonthLater(hub: TestHub): Promise<void> {
  for (const name of cuttable) {
    await rename(hub, `${name}_until_${monthOf(0)}`, `${name}_until_${monthOf(-1)}`)
    await rename(hub, `${name}_${monthOf(1)}`, `${name}_${monthOf(0)}`)
  }
  await begin(hub)
}

/** And as if this one were over, which is then called so. */
export async function oneMonthOn(hub: TestHub, over: string): Promise<void> {
  for (const name of cuttable) {
    await rename(hub, `${name}_${monthOf(0)}`, `${name}_${over}`)
    await rename(hub, `${name}_${monthOf(1)}`, `${name}_${monthOf(0)}`)
  }
}
