import sql from 'sql-template-tag'
import { type patronApi, RequestAnswers } from '#contract/patron.ts'
import { formPath } from '#contract/request-forms.ts'
import type { Call } from '#platform/call.ts'
import type { Transaction } from '#platform/database.ts'
import { hashOf, newSecret } from '#platform/secrets.ts'
import { letters, writeToApplicant } from './applicant-messages.ts'
import { findOpenForm, type Form } from './form-record.ts'
import { businessOf } from './public-forms.ts'
import { addStep } from './session-record.ts'
import type { Surroundings } from './surroundings.ts'

type Person = {
  memberId: string
  venueNo: string
  firstName: string
  lastName: string
  birthDate: string | null
  membershipType: string
  email: string | null
  mobile: string | null
}

/**
 * Starts the renewal of a member who says their number and birth date, or comes by a link that was sent to them.
 * A wrong guess answers like an unknown number, and is counted: nobody tries birth dates through.
 */
export async function identifyMember(call: Call<typeof patronApi.identifyMember>) {
  const form = await findOpenForm(call.db, call.params.form, 'Renewal')
  return call.db.inBusiness(form.businessId, async (tx) => {
    if ('Secret' in call.body) {
      const person = await personByLink(tx, form, call.body.Secret)
      return person ? started(tx, form, person) : refused('This link is used up. Ask for a new one.')
    }
    const { MembershipNumber, BirthDate } = call.body
    if (await isLocked(tx, MembershipNumber))
      return refused('Too many attempts. Try again later, or have a link sent to you.')
    const person = await personWhere(tx, sql`m.membership_number = ${MembershipNumber}`)
    if (person?.birthDate === BirthDate) return started(tx, form, person)
    await countFailure(tx, MembershipNumber)
    return refused('The number and the date of birth do not belong together. Check both.')
  })
}

const linkHours = 24

/** Sends a member the link to their renewal, to the contact on file. The answer doesn't tell whether there is one. */
export async function sendRenewalLink(
  call: Call<typeof patronApi.sendRenewalLink>,
  { publicUrl }: Surroundings,
) {
  const form = await findOpenForm(call.db, call.params.form, 'Renewal')
  await call.db.inBusiness(form.businessId, async (tx) => {
    const person = await personWhere(tx, sql`m.membership_number = ${call.body.MembershipNumber}`)
    if (!person || !(person.email ?? person.mobile) || (await hasFreshLinks(tx, person.memberId))) return
    const secret = await issueLink(tx, form.FormId, person.memberId, linkHours)
    const { name } = await businessOf(tx)
    const link = `${publicUrl()}${formPath('Renewal', form.FormId)}#link=${secret}`
    const by = person.email ? 'email' : 'sms'
    await writeToApplicant(
      tx,
      { ...person, displayName: person.firstName },
      name,
      letters.renewalLink(name, link),
      by,
    )
  })
  return {
    Message:
      'If a member has this number, a link is on its way to the e-mail address or mobile number we have on file.',
  }
}

/** Makes a link by which a member is known. */
export async function issueLink(
  tx: Transaction,
  formId: string,
  memberId: string,
  hours: number,
): Promise<string> {
  const secret = newSecret()
  await tx.run(sql`
    insert into renewal_link (business_id, secret_hash, form_id, member_id, expires_at)
    values (${tx.businessId}, ${hashOf(secret)}, ${formId}, ${memberId}, now() + make_interval(hours => ${hours}))`)
  return secret
}

/** The member whom a link was sent to. */
export function memberByLink(
  tx: Transaction,
  form: Form,
  secret: string,
): Promise<{ memberId: string } | null> {
  return tx.maybe<{ memberId: string }>(sql`
    select member_id as "memberId" from renewal_link
    where business_id = ${tx.businessId} and secret_hash = ${hashOf(secret)} and form_id = ${form.FormId}
      and expires_at > now()`)
}

async function personByLink(tx: Transaction, form: Form, secret: string): Promise<Person | null> {
  const link = await memberByLink(tx, form, secret)
  return link && personWhere(tx, sql`m.member_id = ${link.memberId}`)
}

function personWhere(tx: Transaction, condition: ReturnType<typeof sql>): Promise<Person | null> {
  return tx.maybe<Person>(sql`
    select m.member_id as "memberId", m.venue_no as "venueNo", m.first_name as "firstName", m.last_name as "lastName",
      m.birth_date as "birthDate", m.membership_type as "membershipType",
      coalesce(c.contact ->> 'EmailAddress', m.home_contact ->> 'EmailAddress') as email,
      coalesce(c.contact ->> 'MobileNumber', m.home_contact ->> 'MobileNumber') as mobile
    from member m, lateral (select case m.default_contact
      when 'Work' then m.work_contact when 'Postal' then m.postal_contact else m.home_contact end as contact) c
    where m.business_id = ${tx.businessId} and m.deleted_at is null and ${condition}`)
}

async function started(tx: Transaction, form: Form, person: Person) {
  const secret = newSecret()
  const isOffered = form.MembershipTypes.some(({ Key }) => Key === person.membershipType)
  const answers = RequestAnswers.parse({ MembershipType: isOffered ? person.membershipType : null })
  const { sessionId } = await tx.one<{ sessionId: string }>(sql`
    insert into request_session (business_id, form_id, kind, venue_no, secret_hash, answers, member_id, display_name, email, mobile)
    values (${tx.businessId}, ${form.FormId}, 'Renewal', ${person.venueNo}, ${hashOf(secret)}, ${answers}::jsonb,
      ${person.memberId}, ${`${person.firstName} ${person.lastName}`}, ${person.email}, ${person.mobile})
    returning session_id as "sessionId"`)
  await addStep(tx, sessionId, 'User Started')
  return { Secret: secret, Message: '' }
}

function refused(Message: string) {
  return { Secret: null, Message }
}

const mostFailures = 5

async function isLocked(tx: Transaction, number: string): Promise<boolean> {
  const attempt = await tx.maybe<{ failures: number }>(sql`
    select failures from renewal_attempt
    where business_id = ${tx.businessId} and membership_number = ${number} and expires_at > now()`)
  return (attempt?.failures ?? 0) >= mostFailures
}

async function countFailure(tx: Transaction, number: string): Promise<void> {
  await tx.run(sql`
    insert into renewal_attempt as a (business_id, membership_number, failures, expires_at)
    values (${tx.businessId}, ${number}, 1, now() + interval '1 hour')
    on conflict (business_id, membership_number) do update set expires_at = excluded.expires_at,
      failures = case when a.expires_at > now() then a.failures + 1 else 1 end`)
}

// A few links a day are enough for anybody.
const mostLinks = 5

async function hasFreshLinks(tx: Transaction, memberId: string): Promise<boolean> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) from renewal_link
    where business_id = ${tx.businessId} and member_id = ${memberId}
      and expires_at between now() and now() + make_interval(hours => ${linkHours})`)
  return count >= mostLinks
}
