import sql, { type Sql } from 'sql-template-tag'
import type { Transaction } from '#platform/database'

const lock = ({ businessId }: Transaction): Sql => sql`hashtextextended(${`record-sums ${businessId}`}, 0)`

/** Who adds what was noted does so beside others who do, and not while all of it is added up anew: that leaves none out. */
export async function mayAdd(tx: Transaction): Promise<boolean> {
  if (!(await isKept(tx))) return false
  const { isFree } = await tx.one<{ isFree: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${lock(tx)}) as "isFree"`,
  )
  return isFree
}

/** Who adds up anew waits for those who are adding. */
export async function mayAddUpAnew(tx: Transaction): Promise<boolean> {
  if (!(await isKept(tx))) return false
  await tx.run(sql`select pg_advisory_xact_lock(${lock(tx)})`)
  return true
}

/** Of a business that is being erased nothing is kept. Where it isn't, its end waits for us: before anything else, as it takes that last. */
async function isKept(tx: Transaction): Promise<boolean> {
  const kept = await tx.maybe<object>(sql`
    select from business where business_id = ${tx.businessId} and erasing_since is null for key share`)
  return kept !== null
}
