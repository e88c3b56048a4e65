import sql from 'sql-template-tag'
import type { z } from 'zod'
import { RequestAnswers } from '#contract/requests/request-answers.ts'
import type { Queries } from '#platform/database'
import type { Form } from '#server/requests/forms'
import { isProven, type Session } from './session-record.ts'

type Kept = Record<string, unknown> & { contact: object | null }

/**
 * What is on file of the member who renews, of what the form asks: for themself to see, so that they know what to
 * change. Null for everybody else, and once there is nothing left to be changed.
 */
export async function answersOnFile(
  db: Queries,
  form: Pick<Form, 'Fields'>,
  session: Session,
): Promise<RequestAnswers | null> {
  if (session.kind !== 'Renewal' || !isProven(session) || session.nextStep !== 'User Started') return null
  const member = await db.maybe<Kept>(sql`
    select title as "Title", preferred_name as "PreferredName", middle_name as "MiddleName", birth_date as "BirthDate",
      gender as "Gender", nationality as "Nationality", occupation as "Occupation", home_address as "Address",
      home_contact as contact
    from member where business_id = ${db.businessId} and member_id = ${session.memberId} and deleted_at is null`)
  if (!member) return null
  const { contact, ...own } = member
  const isAsked = ([field]: [string, unknown]) =>
    (asked(form)[marketing.get(field) ?? field] ?? 'Off') !== 'Off'
  const kept = Object.entries<unknown>({ ...own, ...contact })
    .filter(isAsked)
    .filter(canBeAnswered)
  return RequestAnswers.parse(Object.fromEntries(kept))
}

/** Records hold what came from elsewhere, too: what no form would take is left out, and must not shut its owner out. */
function canBeAnswered([field, value]: [string, unknown]): boolean {
  const schema = (RequestAnswers.shape as Record<string, z.ZodType>)[field]
  return schema?.safeParse(value).success ?? false
}

// The e-mail address is asked by every form.
const asked = ({ Fields }: Pick<Form, 'Fields'>): Readonly<Record<string, string>> => ({
  ...Fields,
  EmailAddress: 'Optional',
})

/** What one question of the form is about in three fields. */
const marketing = new Map(
  ['AcceptsEmailMarketing', 'AcceptsMobileMarketing', 'AcceptsPhoneMarketing'].map((field) => [
    field,
    'Marketing',
  ]),
)
