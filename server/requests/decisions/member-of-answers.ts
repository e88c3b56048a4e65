import { MemberFields } from '#contract/members/member-fields.ts'
import type { Member } from '#contract/members/members.ts'
import type { Acceptance } from '#contract/requests/decisions.ts'
import { nextFinancialDate } from '#contract/requests/renewal-term.ts'
import type { RequestAnswers } from '#contract/requests/request-answers.ts'
import { mobileWithCountryCode } from '#contract/requests/request-rules.ts'
import { emailPattern } from '#contract/values/contacts/email.ts'
import { parse } from '#platform/refusals'
import type { Form } from '#server/requests/forms'

type Contacts = Pick<MemberFields, 'HomeAddress'> & {
  HomeContactDetails: NonNullable<MemberFields['HomeContactDetails']>
}

/**
 * The address and contact details that were given; what wasn't stays as the member has it. An e-mail address that no
 * member can have is left out, as a former version took some: it is paid for, and nobody at the desk could put it right.
 */
export function memberContact(answers: RequestAnswers, before?: Member): Contacts {
  const known = before?.HomeContactDetails
  const email = answers.EmailAddress && emailPattern.test(answers.EmailAddress) ? answers.EmailAddress : null
  return {
    HomeAddress: answers.Address ?? before?.HomeAddress ?? null,
    HomeContactDetails: {
      EmailAddress: email ?? known?.EmailAddress ?? null,
      MobileNumber: answers.MobileNumber
        ? mobileWithCountryCode(answers.MobileNumber)
        : (known?.MobileNumber ?? null),
      PhoneNumber: answers.PhoneNumber ?? known?.PhoneNumber ?? null,
      AcceptsEmailMarketing: answers.AcceptsEmailMarketing || (known?.AcceptsEmailMarketing ?? false),
      AcceptsMobileMarketing: answers.AcceptsMobileMarketing || (known?.AcceptsMobileMarketing ?? false),
      AcceptsPhoneMarketing: answers.AcceptsPhoneMarketing || (known?.AcceptsPhoneMarketing ?? false),
    },
  }
}

/** The member that an accepted applicant becomes. */
export function memberOfAnswers(
  answers: RequestAnswers,
  form: Pick<Form, 'Term'>,
  acceptance: Acceptance,
  { today, status }: { today: string; status: string | null },
): MemberFields {
  return parse(MemberFields, {
    ...answers,
    ...memberContact(answers),
    ...membershipOf(form, acceptance, today),
    MembershipNumber: acceptance.MembershipNumber,
    DateJoined: today,
    Status: status,
  })
}

/**
 * A member whom an accepted application is attached to: what they had stays, whether a form would take it or not, and
 * what was empty is filled in.
 */
export function memberWithAnswers(
  before: Member,
  answers: RequestAnswers,
  form: Form,
  acceptance: Acceptance,
  today: string,
): MemberFields {
  const blanks = Object.fromEntries(
    Object.entries(answers).filter(
      ([name, value]) => value !== null && before[name as keyof Member] === null,
    ),
  )
  const contact = memberContact(answers, before)
  const filled = before.HomeContactDetails
    ? { ...contact.HomeContactDetails, ...withoutBlanks(before.HomeContactDetails) }
    : contact.HomeContactDetails
  return {
    ...before,
    ...blanks,
    HomeAddress: before.HomeAddress ?? contact.HomeAddress,
    HomeContactDetails: filled,
    ...membershipOf(form, acceptance, today, before),
  }
}

function membershipOf(form: Pick<Form, 'Term'>, acceptance: Acceptance, today: string, before?: Member) {
  return {
    MembershipType: acceptance.MembershipType,
    // Where none is chosen, a member keeps theirs.
    MemberLevel: acceptance.MemberLevel ?? before?.MemberLevel ?? null,
    DateFinancial: nextFinancialDate(form.Term, before?.DateFinancial ?? null, today),
  }
}

function withoutBlanks(values: object) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== false))
}
