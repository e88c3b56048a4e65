import sql from 'sql-template-tag'
import type { FormKind } from '#contract/requests/request-forms.ts'
import type { Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { sessionVisibleTo } from '#server/requests/sessions'

/** True of a session `s` that waits for somebody to decide on it. */
export const isUndecided = sql`s.next_step in ('User Completed', 'Error') and s.submitted_at is not null
  and s.finalised_at is null and s.deleted_at is null`

/** How many requests of each kind wait that the user sees, and nobody else was given; counted up to so many. */
export async function countUndecided(db: Queries, who: Who, most: number): Promise<Record<FormKind, number>> {
  const waiting = (kind: FormKind) => sql`(select count(*)::int from (select from request_session s
    where s.business_id = ${db.businessId} and s.kind = ${kind} and ${isUndecided} ${sessionVisibleTo(who)}
      and (s.assigned_to is null or s.assigned_to = ${who.uid}) limit ${most}) counted)`
  return db.one(sql`select ${waiting('Registration')} as "Registration", ${waiting('Renewal')} as "Renewal"`)
}
