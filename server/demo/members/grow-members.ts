import pg from 'pg'
import sql from 'sql-template-tag'
import { type DriverName, openDatabase } from '#platform/database'
import { insertMembers } from './members.ts'

const batch = 10_000

/** Lets a business of the demo grow to this many members. */
export async function growMembers(
  databaseUrl: string,
  businessId: string,
  wanted: number,
  log: (line: string) => void,
  driver?: DriverName,
): Promise<void> {
  const database = openDatabase(databaseUrl, { connections: 1, driver, patienceMs: 600_000 })
  try {
    const { next } = await database
      .forTenant(businessId)
      .one<{ next: number }>(
        sql`select next_number as next from member_counter where business_id = ${businessId}`,
      )
    for (let there = next - 10_001; there < wanted; there += batch) {
      await database.transaction(businessId, (tx) =>
        insertMembers(tx, Math.min(batch, wanted - there), there),
      )
      log(`${Math.min(there + batch, wanted)} members`)
    }
  } finally {
    await database.close()
  }
  await tidy(databaseUrl)
}

/** Of so many new rows the planner and the indexes would learn only later. */
async function tidy(ownerUrl: string): Promise<void> {
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  try {
    await owner.query('vacuum analyze member, member_standing, member_traits')
  } finally {
    await owner.end()
  }
}
