import sql from 'sql-template-tag'
import type { Queries } from '#platform/database'

/** A till as the ledger tells of it: its key, and the venue it stands in. */
export type Till = { readonly uid: string; readonly name: string; readonly venue: string }

/** The till at the first venue of a business. */
export function tillOf(db: Queries): Promise<Till> {
  return db.one(sql`
    select 'till/' || k.api_key_id as uid, k.name, v.display_name as venue
    from api_key k join venue v using (business_id, venue_no)
    where k.business_id = ${db.businessId} and k.venue_no = '1' and k.revoked_at is null
    order by k.created_at limit 1`)
}
