import sql, { empty, type Sql } from 'sql-template-tag'
import { mostCounted } from '#contract/endpoint.ts'
import type { FormKind } from '#contract/requests/request-forms.ts'
import type { Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { sessionVisibleTo } from '#server/requests/sessions'
import { assignedStep } from './give-back.ts'

/** The condition that a session `s` waits for a decision that is this user's to make: those of others are left out. */
export function waitsFor(who: Who): Sql {
  return sql`s.next_step in ('User Completed', 'Error') and s.submitted_at is not null and s.finalised_at is null
    and s.deleted_at is null ${sessionVisibleTo(who)} and (s.assigned_to is null or s.assigned_to = ${who.uid})`
}

type Waiting = { Id: string; Name: string; Date: string; count: number; newest: string }

// One that was paid, put back or given to somebody long after it was submitted is news only then.
const cameAt = sql`greatest(s.submitted_at, (
  select max(t.at) from request_step t
  where t.business_id = s.business_id and t.session_id = s.session_id
    and t.step in ('User Completed', 'Error', ${assignedStep})))`

/** The oldest requests that wait for this user, each with how many wait, counted so far and no further, and when the newest of them came to. */
export function oldestWaiting(db: Queries, who: Who, kind: FormKind, most: number): Promise<Waiting[]> {
  const waiting = waitingOf(db, who, kind)
  return db.rows<Waiting>(sql`
    select s.session_id as "Id", coalesce(s.display_name, f.display_name) as "Name", s.requested_at as "Date",
      ${countedOf(waiting, mostCounted + 1)} as count,
      (select max(${cameAt}) from (select s.* from ${waiting} order by s.submitted_at desc limit ${mostCounted + 1}) s) as newest
    from (select s.* from ${waiting} order by s.requested_at, s.session_id limit ${most}) s
    join request_form f on f.business_id = s.business_id and f.form_id = s.form_id
    order by s.requested_at, s.session_id`)
}

/** The oldest that waits for this user, after the one that somebody comes from, with how many others wait, counted as above. */
export async function nextWaiting(db: Queries, who: Who, kind: FormKind, after: string | undefined) {
  const waiting = sql`${waitingOf(db, who, kind)} and s.session_id is distinct from ${after}`
  const next = (further: Sql) =>
    db.maybe<{ SessionId: string; WaitingCount: number }>(sql`
      select s.session_id as "SessionId", ${countedOf(waiting, mostCounted + 1)} as "WaitingCount"
      from ${waiting} ${further} order by s.requested_at, s.session_id limit 1`)
  const later = sql`and (s.requested_at, s.session_id) > (select c.requested_at, c.session_id from request_session c
    where c.business_id = ${db.businessId} and c.session_id = ${after})`
  // After the last one comes the first again.
  return (after === undefined ? null : await next(later)) ?? next(empty)
}

/** How many requests of each kind wait for this user; counted up to so many. */
export async function countUndecided(db: Queries, who: Who, most: number): Promise<Record<FormKind, number>> {
  const waiting = (kind: FormKind) => countedOf(waitingOf(db, who, kind), most)
  return db.one(sql`select ${waiting('Registration')} as "Registration", ${waiting('Renewal')} as "Renewal"`)
}

const waitingOf = (db: Queries, who: Who, kind: FormKind): Sql =>
  sql`request_session s where s.business_id = ${db.businessId} and s.kind = ${kind} and ${waitsFor(who)}`

const countedOf = (rows: Sql, most: number): Sql =>
  sql`(select count(*)::int from (select from ${rows} limit ${most}) counted)`
