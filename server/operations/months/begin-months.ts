import sql from 'sql-template-tag'
import { oneByOne } from '#platform/concurrency'
import { appRole, type Database, noTenant, onOneConnection } from '#platform/database'

/**
 * Lets this month begin in the tables that are cut by month, makes the next one's part ahead, and drops months that everything has
 * fallen away from. While nobody does it the month before goes on: nothing is refused.
 */
export async function beginMonths(database: Database): Promise<void> {
  const tables = await database
    .forTenant(noTenant)
    .rows<{ name: string }>(sql`select name from tables_by_month()`)
  // What takes long comes last: no table's month waits for what is looked up of another.
  const turns = [
    ...tables.map(
      ({ name }) =>
        () =>
          beginMonth(database, name),
    ),
    ...tables.map(
      ({ name }) =>
        () =>
          analyzeWhole(database, name),
    ),
  ]
  await oneByOne(turns, (turn) => turn())
}

async function beginMonth(database: Database, name: string): Promise<void> {
  const db = database.forTenant(noTenant)
  // Each by itself: others wait for every one of them, and each is done at once.
  await db.run(sql`select make_months_ahead(${name})`)
  await db.run(sql`select begin_month(${name})`)
  while ((await db.one<{ isGone: boolean }>(sql`select drop_month(${name}) as "isGone"`)).isGone);
}

/** Once a month, and again in the next turn where that failed. */
async function analyzeWhole(database: Database, name: string): Promise<void> {
  const { isAwaited } = await database
    .forTenant(noTenant)
    .one<{ isAwaited: boolean }>(sql`select awaits_analyze_by_month(${name}) as "isAwaited"`)
  if (!isAwaited) return
  // A connection of its own: those of the pool are given up when a statement takes as long as this one may.
  await onOneConnection(database.pool.options.connectionString!, 'hub-months', async (client) => {
    // In a transaction, as a pooler would leave what is set for a session to others.
    await client.query('begin')
    await client.query(`set local role ${appRole}`)
    await client.query(
      `select set_config(name, '0', true) from pg_settings where name in ('statement_timeout', 'transaction_timeout')`,
    )
    await client.query('select analyze_by_month($1)', [name])
    await client.query('commit')
  })
}
