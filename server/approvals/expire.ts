import sql from 'sql-template-tag'
import { type Database, eachBusiness } from '#platform/database'

/** Ends the requests that nobody decided in their time, and forgets who gave how much on former days. */
export async function expireApprovals(database: Database): Promise<void> {
  await eachBusiness(database, async (businessId) => {
    const db = database.forTenant(businessId)
    await db.run(sql`
      update approval_request set status = 'Expired', input = null, decided_at = expires_at
      where business_id = ${businessId} and status = 'Waiting' and expires_at <= now()`)
    await db.run(sql`
      delete from limit_use where business_id = ${businessId} and day < (select business_day()) - 7`)
  })
}
