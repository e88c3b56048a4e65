import sql, { empty, type Sql } from 'sql-template-tag'
import type { MaskedContact } from '#contract/requests/patron.ts'
import { maskedContact } from '#contract/values/contacts/masked-contact.ts'
import type { Queries } from '#platform/database'
import type { Form } from '#server/requests/forms'

/** A member as far as a renewal has to know them, with the ways they are usually reached. */
export type Person = {
  memberId: string
  venueNo: string
  firstName: string
  lastName: string
  birthDate: string | null
  membershipType: string
  email: string | null
  mobile: string | null
}

/** The member of this number, unless they were deleted; kept from changing if that is wished. */
export function personByNumber(db: Queries, number: string, { isKept = false } = {}): Promise<Person | null> {
  return personWhere(db, sql`m.membership_number = ${number}`, isKept ? sql`for share of m` : empty)
}

/** The member of this id, unless they were deleted. */
export function personById(db: Queries, memberId: string | null): Promise<Person | null> {
  return personWhere(db, sql`m.member_id = ${memberId}`)
}

/** Where the member `m` is usually reached. */
export const usualContact = (channel: 'EmailAddress' | 'MobileNumber') =>
  sql`usual_contact(m.default_contact, m.home_contact, m.work_contact, m.postal_contact, ${channel}::text)`

function personWhere(db: Queries, condition: Sql, lock: Sql = empty): Promise<Person | null> {
  return db.maybe<Person>(sql`
    select m.member_id as "memberId", m.venue_no as "venueNo", m.first_name as "firstName", m.last_name as "lastName",
      m.birth_date as "birthDate", m.membership_type as "membershipType",
      ${usualContact('EmailAddress')} as email, ${usualContact('MobileNumber')} as mobile
    from member m
    where m.business_id = ${db.businessId} and m.deleted_at is null and ${condition} ${lock}`)
}

/** The membership that they have, if the form offers it again. */
export function typeOfferedAgain(form: Form, person: Person | null): string | null {
  const own = person?.membershipType
  return form.MembershipTypes.some(({ Key }) => Key === own) ? (own ?? null) : null
}

/** The ways to reach a member: enough to know one's own again. */
export function maskedContacts({ email, mobile }: Pick<Person, 'email' | 'mobile'>): MaskedContact[] {
  return [
    ...(email ? [{ By: 'email' as const, Masked: maskedContact(email) }] : []),
    ...(mobile ? [{ By: 'sms' as const, Masked: maskedContact(mobile) }] : []),
  ]
}
