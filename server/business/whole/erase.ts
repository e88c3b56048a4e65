import sql from 'sql-template-tag'
import { announceAccessChange } from '#platform/access'
import { recordByTheClock } from '#platform/call'
import { oneByOne } from '#platform/concurrency'
import { type Database, noTenant } from '#platform/database'

// A piece holds few locks, and what is killed half way has little to do again.
const rowsAtOnce = 1000
// The next run comes after ten minutes: two at once would wait for each other in both places of their lane.
const longestRunMs = 8 * 60_000

/**
 * Erases the businesses that were ended long enough ago, by the database's clock. What is due is closed to everybody first, and
 * erased by a later run, once nothing that was let in before can still be under way. Killed at any moment, the next run goes on.
 */
export async function eraseEnded(database: Database): Promise<void> {
  const until = Date.now() + longestRunMs
  const platform = database.forTenant(noTenant)
  const due = await platform.rows<{ id: string; isBegun: boolean }>(sql`
    select business_id as id, erasing_since is not null as "isBegun" from business
    where standing = 'Ended' and erase_at <= now()
      and (erasing_since is null or erasing_since <= now() - interval '2 minutes') order by erase_at`)
  await oneByOne(due, ({ id, isBegun }) =>
    isBegun ? eraseBusiness(database, id, until) : beginErasing(database, id),
  )
}

/** From here on nobody takes it back; whoever did so at this very moment has won, and it is left as it is. */
function beginErasing(database: Database, businessId: string): Promise<void> {
  return database.transaction(businessId, async (tx) => {
    const { isBegun } = await tx.one<{ isBegun: boolean }>(sql`select begin_erasure() as "isBegun"`)
    if (isBegun) await announceAccessChange(tx, businessId)
  })
}

async function eraseBusiness(database: Database, businessId: string, until: number): Promise<void> {
  const own = database.forTenant(businessId)
  const tables = await own.rows<{ name: string }>(
    sql`select name from business_tables() where name <> 'business' order by place, name`,
  )
  for (const { name } of tables)
    for (let gone = rowsAtOnce; gone === rowsAtOnce;) {
      if (Date.now() > until) return
      ;({ gone } = await own.one<{ gone: number }>(sql`select erase_rows(${name}, ${rowsAtOnce}) as gone`))
    }
  await finish(database, businessId)
}

type Erased = {
  readonly name: string
  readonly abn: string
  readonly reason: string
  readonly by: string
  readonly at: string
  readonly rows: Readonly<Record<string, number>>
}

const action = { name: 'eraseBusiness', title: 'Erase a business' }

/** What is left of it is an entry in the platform's trail. */
function finish(database: Database, businessId: string): Promise<void> {
  return database.transaction(businessId, async (tx) => {
    const erased = await tx.maybe<Erased>(sql`
      select business_name as name, business_abn as abn, reason, ended_by as by, ended_at as at, rows_erased as rows
      from erase_business()`)
    if (!erased) return
    await announceAccessChange(tx, businessId)
    const counts = Object.entries(erased.rows).toSorted(([, one], [, other]) => other - one)
    const change = {
      businessId: noTenant,
      record: { kind: 'Business', id: businessId, name: erased.name },
      after: {
        Name: erased.name,
        ABN: erased.abn,
        'Ended by': erased.by,
        'Ended at': erased.at,
        Reason: erased.reason,
        'Rows erased': counts.reduce((sum, [, count]) => sum + count, 0),
        'By table': counts.map(([table, count]) => `${table} ${count}`).join(', '),
      },
    }
    await recordByTheClock(tx, action, change)
  })
}
