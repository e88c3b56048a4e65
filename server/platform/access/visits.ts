import sql, { type Sql } from 'sql-template-tag'
import { visitNeeded, visitNeededCode } from '#contract/business/visit-words.ts'
import type { Database } from '#platform/database'
import { Refusal } from '#platform/refusals'
import type { AccessCache } from './access-cache.ts'
import type { Who } from './who.ts'

/** Who of the super administrators is let into which business; a change holds from the next call on, in every process. */
export type Visits = {
  /** Whether the session may go into the business: it asks for no reason, or has been given one. */
  isOpenTo(sessionId: string, businessId: string): Promise<boolean>
}

/** Remembers who was let in, until it is announced that the business has changed, or their time is over. */
export function createVisits(database: Database, accessCache: AccessCache): Visits {
  const remembered = accessCache.of<boolean>('visit')
  return {
    isOpenTo: (sessionId, businessId) =>
      remembered.get(`${businessId} ${sessionId}`, async () => {
        const row = await database.forTenant(businessId).maybe<{
          isOpen: boolean
          expiresAt: string | null
        }>(sql`
          select ${isOpenBusiness(sessionId)} as "isOpen",
            (select v.expires_at from support_visit v
             where v.business_id = b.business_id and v.session_id = ${sessionId}) as "expiresAt"
          from business b where b.business_id = ${businessId}`)
        const until = row?.expiresAt ? { until: Date.parse(row.expiresAt) } : {}
        return { value: row?.isOpen ?? true, about: [businessId], ...until }
      }),
  }
}

/** Whether the business `b` of a query is open to a super administrator in this session; also to be asked by lists of all. */
export function isOpenBusiness(sessionId: string): Sql {
  return sql`(b.asks_visit_reason is not true or exists (select from support_visit v
    where v.business_id = b.business_id and v.session_id = ${sessionId} and v.expires_at > now()))`
}

/** Refuses a super administrator who hasn't said why they enter; everybody else belongs there. */
export async function requireVisit(
  visits: Visits,
  { isSuperAdmin, sessionId }: Who,
  businessId: string,
): Promise<void> {
  if (isSuperAdmin && !(await visits.isOpenTo(sessionId, businessId)))
    throw new Refusal(403, visitNeededCode, visitNeeded)
}
