import sql, { type Sql } from 'sql-template-tag'
import type { FormKind } from '#contract/requests/request-forms.ts'
import type { Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { sessionVisibleTo } from '#server/requests/sessions'

/** The condition that a session `s` waits for a decision that is this user's to make: those of others are left out. */
export function waitsFor(who: Who): Sql {
  return sql`s.next_step in ('User Completed', 'Error') and s.submitted_at is not null and s.finalised_at is null
    and s.deleted_at is null ${sessionVisibleTo(who)} and (s.assigned_to is null or s.assigned_to = ${who.uid})`
}

type Waiting = { Id: string; Name: string; Date: string; count: number; newest: string }

/** The oldest requests that wait for this user, each with how many wait and when the newest of them came. */
export function oldestWaiting(db: Queries, who: Who, kind: FormKind, most: number): Promise<Waiting[]> {
  return db.rows<Waiting>(sql`
    select s.session_id as "Id", coalesce(s.display_name, f.display_name) as "Name", s.requested_at as "Date",
      count(*) over () as count, max(s.submitted_at) over () as newest
    from request_session s
    join request_form f on f.business_id = s.business_id and f.form_id = s.form_id
    where s.business_id = ${db.businessId} and s.kind = ${kind} and ${waitsFor(who)}
    order by s.requested_at, s.session_id limit ${most}`)
}

/** How many requests of each kind wait for this user; counted up to so many. */
export async function countUndecided(db: Queries, who: Who, most: number): Promise<Record<FormKind, number>> {
  const waiting = (kind: FormKind) => sql`(select count(*)::int from (select from request_session s
    where s.business_id = ${db.businessId} and s.kind = ${kind} and ${waitsFor(who)} limit ${most}) counted)`
  return db.one(sql`select ${waiting('Registration')} as "Registration", ${waiting('Renewal')} as "Renewal"`)
}
