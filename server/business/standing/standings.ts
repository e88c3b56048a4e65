import sql from 'sql-template-tag'
import type { Standing } from '#contract/business/standing.ts'
import type { AccessCache } from '#platform/access'
import { type Database, noTenant, type Queries } from '#platform/database'

/** How each business stands, as every call asks; a change holds from the next one on, in every process. */
export type Standings = {
  /** `db` reads it where the caller is in a transaction; what belongs to no business is open. */
  of(businessId: string, db?: Queries): Promise<Standing>
}

/** Remembers how the businesses stand, until it is announced that one has changed. */
export function createStandings(database: Database, accessCache: AccessCache): Standings {
  const remembered = accessCache.of<Standing>('standing')
  return {
    of: async (businessId, db = database.forTenant(businessId)) => {
      if (businessId === noTenant) return 'Open'
      const load = async () => ({ value: await readStanding(db), about: [businessId] })
      return remembered.get(businessId, load)
    },
  }
}

/** How it stands this moment. One that isn't there is for others to refuse. */
async function readStanding(db: Queries): Promise<Standing> {
  const row = await db.maybe<{ standing: Standing }>(
    sql`select standing from business where business_id = ${db.businessId}`,
  )
  return row?.standing ?? 'Open'
}
