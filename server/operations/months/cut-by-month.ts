import { oneByOne } from '#platform/concurrency'
import {
  buildIndexes,
  type ConcurrentIndex,
  insist,
  lockTimeoutMs,
  migrationClient,
} from '#platform/database'
import type { TableOfMonths } from './months-of-tables.ts'

type Client = ReturnType<typeof migrationClient>

/**
 * The keys of scans with the part of their event, which every unique index of a table that is cut has to have: since all of an
 * event are in one part, they hold what they held before.
 */
const keysOfScans = [
  {
    name: 'event_scan_pkey',
    columns: '(business_id, event_id, scan_id, event_part)',
    swap: `alter table event_scan drop constraint event_scan_pkey,
      add constraint event_scan_pkey primary key using index event_scan_pkey_by_part`,
  },
  {
    name: 'event_scan_counted_at',
    columns: `(business_id, event_id, occasion, member_id, event_part) include (is_out)
      where result = 'Valid' and undone_at is null`,
    swap: `drop index event_scan_counted_at; alter index event_scan_counted_at_by_part rename to event_scan_counted_at`,
  },
] as const

// Who has what it waits for may be waiting for what it has: after a second PostgreSQL would end one of the two.
const swapTimeoutMs = 200

const besideThem: readonly ConcurrentIndex[] = keysOfScans.map(({ name, columns }) => ({
  name: `${name}_by_part`,
  table: 'event_scan',
  sql: `create unique index concurrently ${name}_by_part on event_scan ${columns}`,
}))

/**
 * Cuts a table by month while others read and write: what takes long locks nobody out, and the last step is of a moment. Killed
 * half way it is begun anew. False where another is at it.
 */
export async function cutByMonth(
  ownerUrl: string,
  { name }: Pick<TableOfMonths, 'name'>,
  say: (line: string) => void,
): Promise<boolean> {
  const client = migrationClient(ownerUrl)
  await client.connect()
  const wait = () => say(`${name} waits for somebody who uses it`)
  try {
    await client.query('set statement_timeout = 0; set idle_session_timeout = 0')
    const { rows } = await client.query<{ isOurs: boolean }>(
      `select pg_try_advisory_lock(hashtext('cut_by_month'), hashtext($1)) as "isOurs"`,
      [name],
    )
    if (!rows[0]!.isOurs) return false
    say(`${name}: looks whether all of it is below the next month’s numbers`)
    await insist(() => client.query('select prepare_parts($1)', [name]), wait)
    await client.query(`alter table ${client.escapeIdentifier(name)} validate constraint before_months`)
    if (name === 'event_scan') {
      say(`${name}: builds the keys that it needs`)
      await buildIndexes({ client, ownerUrl }, besideThem, (line) => say(`${name} ${line}`))
    }
    await insist(() => swap(client, name), wait)
    // It is cut: where this fails, the job begin_months does it.
    await client.query('select analyze_by_month($1)', [name]).catch(() => undefined)
    return true
  } catch (error) {
    await takeBack(client, name).catch(() => undefined)
    throw error
  } finally {
    await client.end()
  }
}

/**
 * The bound of what won't be cut now would stay in the way of numbers that other businesses bring, and its keys would cost
 * every write. What somebody keeps it from taking back the job begin_months does.
 */
async function takeBack(client: Client, name: string): Promise<void> {
  await client.query(`set lock_timeout = ${lockTimeoutMs}`)
  const { rows } = await client.query<{ name: string; isIndex: boolean }>(
    'select name, is_index as "isIndex" from left_by_cutting($1)',
    [name],
  )
  await oneByOne(rows, (left) =>
    client.query(
      left.isIndex
        ? `drop index concurrently ${client.escapeIdentifier(left.name)}`
        : `alter table ${client.escapeIdentifier(name)} drop constraint ${client.escapeIdentifier(left.name)}`,
    ),
  )
}

/** All of it or nothing, and others wait for it as long as it takes to rename things. */
async function swap(client: Client, name: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${swapTimeoutMs}`)
    await client.query('select lock_to_cut($1)', [name])
    if (name === 'event_scan') for (const key of keysOfScans) await client.query(key.swap)
    await client.query('select cut_by_month($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
