import sql, { empty, type Sql } from 'sql-template-tag'
import type { FormKind } from '#contract/requests/request-forms.ts'
import type { Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { sessionVisibleTo } from '#server/requests/sessions'
import { column } from './report.ts'

// What a patron has filled in; of one who renews, what is on file where they have said nothing else.
const answered = (name: string, onFile: Sql) => sql`coalesce(s.answers ->> ${name}, ${onFile})`

/** The columns that both reports on requests have, of a session `s` and its member `m`. */
export const patronColumns = {
  SessionId: column('SessionId', 'Session Id', 'text', sql`s.session_id`),
  Submitted: column(
    'RequestSubmittedDateTime',
    'Request Submitted Date Time',
    'instant',
    sql`s.requested_at`,
  ),
  FirstName: column('FirstName', 'First Name', 'text', answered('FirstName', sql`m.first_name`)),
  LastName: column('LastName', 'Last Name', 'text', answered('LastName', sql`m.last_name`)),
  BirthDate: column('BirthDate', 'Birth Date', 'date', answered('BirthDate', sql`m.birth_date::text`)),
  MobileNumber: column('MobileNumber', 'Mobile Number', 'text', sql`s.mobile`),
  EmailAddress: column('EmailAddress', 'Email Address', 'text', sql`s.email`),
}

type Filters = {
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly formId: string | undefined
}

/** The requests `s` of a kind that a user may see, with their form `f` and member `m`. */
export function requestsIn(
  db: Queries,
  who: Who,
  kind: FormKind,
  { formId, ...days }: Filters,
  joins: Sql = empty,
): Sql {
  return sql`
    from request_session s
    join request_form f on f.business_id = s.business_id and f.form_id = s.form_id
    left join member m on m.business_id = s.business_id and m.member_id = s.member_id
    ${joins}
    where s.kind = ${kind} and ${seen(db, who, days)} ${formId ? sql`and s.form_id = ${formId}` : empty}`
}

/** The same alone, to be added up: asked for by their forms they come from an index, which has no kind. */
export async function requestsToAdd(
  db: Queries,
  who: Who,
  kind: FormKind,
  { formId, ...days }: Filters,
): Promise<Sql> {
  // Asked for first, so that the planner knows how many requests there will be.
  const forms = await db.rows<{ id: string }>(sql`
    select form_id as id from request_form
    where business_id = ${db.businessId} and kind = ${kind} ${formId ? sql`and form_id = ${formId}` : empty}`)
  return sql`
    from request_session s where ${seen(db, who, days)} and s.form_id = any(${forms.map(({ id }) => id)})`
}

function seen(db: Queries, who: Who, { startDate, endDate }: Omit<Filters, 'formId'>): Sql {
  return sql`
    s.business_id = ${db.businessId} and s.deleted_at is null ${sessionVisibleTo(who)}
      ${startDate ? sql`and s.requested_at >= ${startDate}` : empty}
      ${endDate ? sql`and s.requested_at < ${endDate}` : empty}`
}

/** What a form is called; null if it is none. */
export async function formName(db: Queries, formId: string | undefined): Promise<string | null> {
  const form = await db.maybe<{ name: string }>(sql`
    select display_name as name from request_form
    where business_id = ${db.businessId} and form_id = ${formId}`)
  return form?.name ?? null
}
