import { emailPattern } from '#contract/values/contacts/email.ts'
import { earliestBirth } from '#contract/values/plausible-dates.ts'
import {
  type AskedQuestion,
  isDay,
  type QuestionAnswers,
  questionErrors,
  questionFees,
} from './question-rules.ts'
import { ageProblem, type TypeRules } from './type-rules.ts'

/**
 * The rules of an application or renewal that the patron's page and the server share. No schemas here: the page has
 * to be small.
 */

/** What a form may ask of a person besides their name and e-mail address, and what the page calls it. */
export const applicantFields = {
  Title: 'Title',
  PreferredName: 'Preferred name',
  MiddleName: 'Middle name',
  BirthDate: 'Date of birth',
  Gender: 'Gender',
  Nationality: 'Nationality',
  Occupation: 'Occupation',
  MobileNumber: 'Mobile number',
  PhoneNumber: 'Phone number',
  Address: 'Home address',
  Marketing: 'News and offers',
} as const
export type ApplicantField = keyof typeof applicantFields

export type Asked = 'Off' | 'Optional' | 'Required'

/** The fee of a membership type, or of something extra: dollars with the tax in them, and how much of it is tax. */
export type Fee = { readonly Fee: number; readonly TaxPercent: number }

/** What the rules have to know of a form. */
export type FormRules = {
  readonly Kind: 'Registration' | 'Renewal'
  readonly Fields: Readonly<Record<ApplicantField, Asked>>
  readonly MembershipTypes: readonly (Fee & {
    readonly Key: string
    readonly Description?: string
    readonly Rules?: Pick<TypeRules, 'MinAge' | 'MaxAge'> | undefined
  })[]
  readonly FeeItems: readonly (Fee & { readonly Id: string; readonly Description?: string })[]
  readonly Questions: readonly AskedQuestion[]
  readonly Terms: string
}

export type AnsweredAddress = {
  readonly AddressLine1: string | null
  readonly AddressLine2: string | null
  readonly Suburb: string | null
  readonly State: string | null
  readonly PostCode: string | null
  readonly Country: string | null
}

/** What a person filled in; what they have left empty is null. */
export type Answers = {
  readonly MembershipType: string | null
  readonly FeeItems: readonly string[]
  readonly Title: string | null
  readonly FirstName: string | null
  readonly PreferredName: string | null
  readonly MiddleName: string | null
  readonly LastName: string | null
  readonly BirthDate: string | null
  readonly Gender: string | null
  readonly Nationality: string | null
  readonly Occupation: string | null
  readonly EmailAddress: string | null
  readonly MobileNumber: string | null
  readonly PhoneNumber: string | null
  readonly Address: AnsweredAddress | null
  readonly AcceptsEmailMarketing: boolean
  readonly AcceptsMobileMarketing: boolean
  readonly AcceptsPhoneMarketing: boolean
  readonly HasAcceptedTerms: boolean
  readonly Questions?: QuestionAnswers
}

export type Price = { readonly total: number; readonly tax: number }

/** A part of a price: what for, in cents. */
export type PriceLine = Price & { readonly Description: string }

/**
 * What the choice costs, in whole cents: the total with its tax, and the tax in it; and line by line the membership, what
 * was added, and what answers cost.
 */
export function priceOf(
  form: Pick<FormRules, 'MembershipTypes' | 'FeeItems' | 'Questions'>,
  answers: Pick<Answers, 'MembershipType' | 'FeeItems' | 'Questions'>,
): Price & { readonly lines: readonly PriceLine[] } {
  const lines = [
    ...form.MembershipTypes.filter(({ Key }) => Key === answers.MembershipType).map((type) => ({
      Description: type.Description ?? type.Key,
      ...taxedCents(type),
    })),
    ...form.FeeItems.filter(({ Id }) => answers.FeeItems.includes(Id)).map((item) => ({
      Description: item.Description ?? item.Id,
      ...taxedCents(item),
    })),
    ...questionFees(form.Questions, answers).map((fee) => ({
      Description: fee.Description,
      ...taxedCents(fee),
    })),
  ]
  return {
    total: lines.reduce((sum, { total }) => sum + total, 0),
    tax: lines.reduce((sum, { tax }) => sum + tax, 0),
    lines,
  }
}

function taxedCents({ Fee: dollars, TaxPercent }: Fee): Price {
  const total = Math.round(dollars * 100)
  return { total, tax: Math.round((total * TaxPercent) / (100 + TaxPercent)) }
}

const texts = {
  MembershipType: 'Choose a membership.',
  FirstName: 'First name is required.',
  LastName: 'Last name is required.',
  EmailAddress: 'Email address is required.',
  Terms: 'Accept the terms to go on.',
}

/**
 * What is missing or wrong, by field; nothing where the answers can be submitted. What is on file of a member who renews
 * isn't missing: left empty, it stays.
 */
export function answerErrors(
  form: FormRules,
  answers: Answers,
  today: string,
  onFile: Answers | null = null,
  ownNumber: string | null = null,
): Record<string, string> {
  const errors: Record<string, string> = {}
  const complain = (field: string, sentence: string | false | undefined) => {
    if (sentence) errors[field] ??= sentence
  }
  const chosen = form.MembershipTypes.find(({ Key }) => Key === answers.MembershipType)
  complain('MembershipType', !chosen && texts.MembershipType)
  // A member who renews is known by name; what they leave empty stays as it is.
  if (form.Kind === 'Registration')
    for (const field of ['FirstName', 'LastName', 'EmailAddress'] as const)
      complain(field, !answers[field] && texts[field])
  for (const field of Object.keys(applicantFields) as ApplicantField[])
    complain(
      field,
      form.Fields[field] === 'Required' && missing(field, answers) && missing(field, onFile ?? answers),
    )
  complain('EmailAddress', badEmail(answers.EmailAddress))
  complain('MobileNumber', badMobile(answers.MobileNumber))
  complain('BirthDate', badBirthDate(answers.BirthDate, today))
  for (const [field, sentence] of Object.entries(questionErrors(form.Questions, answers, ownNumber)))
    complain(field, sentence)
  // A member's age is known already, by what is on file.
  if (form.Kind === 'Registration' && chosen?.Rules)
    complain('BirthDate', ageProblem(chosen.Rules, answers.BirthDate, today))
  complain('HasAcceptedTerms', form.Terms !== '' && !answers.HasAcceptedTerms && texts.Terms)
  return errors
}

/** A form as it is for who may not give any details: it asks for none. */
export function askingNoDetails<Rules extends Pick<FormRules, 'Fields'>>(form: Rules): Rules {
  const fields = Object.keys(applicantFields).map((field) => [field, 'Off'])
  return { ...form, Fields: Object.fromEntries(fields) as FormRules['Fields'] }
}

function missing(field: ApplicantField, answers: Answers): string | false {
  // Nobody can be made to want news.
  if (field === 'Marketing') return false
  const isThere =
    // One that wasn't picked from the list is taken as it was typed, in whichever lines.
    field === 'Address' ? answers.Address?.AddressLine1 : answers[field]
  return !isThere && `${applicantFields[field]} is required.`
}

function badEmail(email: string | null): string | false {
  return email !== null && !emailPattern.test(email) && 'Invalid email address.'
}

function badMobile(mobile: string | null): string | false {
  const isRight = mobile === null || /^\+\d{8,13}$/.test(mobileWithCountryCode(mobile))
  return !isRight && 'Enter a mobile number, such as 0412 345 678.'
}

function badBirthDate(birthDate: string | null, today: string): string | false {
  if (birthDate === null) return false
  const isOne = isDay(birthDate) && birthDate <= today && birthDate >= earliestBirth
  return !isOne && 'Enter your date of birth.'
}

/** A mobile number with its country code; one as it is dialled in Australia gets +61. */
export function mobileWithCountryCode(typed: string): string {
  const digits = typed.replaceAll(/[\s().-]/g, '')
  return /^0\d{9}$/.test(digits) ? `+61${digits.slice(1)}` : digits
}
