import { z } from 'zod'
import { messages } from '#contract/messages.ts'
import { codeKey } from '#contract/values/code-key.ts'
import { emailPattern } from '#contract/values/contacts/email.ts'
import { day } from '#contract/values/days.ts'
import { dateProblems } from '#contract/values/plausible-dates.ts'
import { needed } from '#contract/words/needed.ts'

const text = messages.members

/** Which of the three addresses or contact details is meant. */
export const places = ['Home', 'Work', 'Postal'] as const
export const Place = z.enum(places)
export type Place = z.infer<typeof Place>

/** Empty text is no text: it is stored and sent as null. */
export const optionalText = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .nullish()
    .transform((value) => value || null)

const code = z.string().trim().max(40).nullish()

/** What can be scanned. One of nothing but signs that are not compared is none. */
export const optionalCode = code.transform((value) => (value && codeKey(value) ? value : null))

/** The same, but left out it is undefined: what there is stays. */
export const keptCode = code.transform((value) =>
  value === undefined ? undefined : optionalCode.parse(value),
)

const name = (required: string) => z.string(needed(required)).trim().min(1, required).max(100)

/** A day, or none. */
export const optionalDay = z
  .string()
  .nullish()
  .transform((value) => value || null)
  .pipe(day().nullable())

export const AddressFields = z.object({
  AddressLine1: optionalText(200),
  AddressLine2: optionalText(200),
  Suburb: optionalText(100),
  State: optionalText(50),
  PostCode: optionalText(20),
  Country: optionalText(100),
})

const email = (message: string) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .nullish()
    .transform((value) => value || null)
    .pipe(z.email({ pattern: emailPattern, error: message }).max(320, message).nullable())

const contactFields = (invalidEmail: string) =>
  z.object({
    EmailAddress: email(invalidEmail),
    MobileNumber: optionalText(30),
    PhoneNumber: optionalText(30),
    AcceptsPhoneMarketing: z.boolean().default(false),
    AcceptsMobileMarketing: z.boolean().default(false),
    AcceptsEmailMarketing: z.boolean().default(false),
  })

/**
 * What people fill in of a member. What is left out is emptied. Where a field is kept, what goes out of it, who reads it
 * and what the form starts with follow from here; CONTRIBUTING.md says where else a new one is named.
 */
export const MemberFields = z.object({
  MembershipNumber: optionalCode,
  BadgeNumber: optionalCode,
  CardNumber: optionalCode,
  MembershipType: z.string(needed(text.typeRequired)).trim().min(1, text.typeRequired).max(40),
  MemberLevel: optionalText(40),
  Status: optionalText(40),
  Title: optionalText(40),
  FirstName: name(text.firstNameRequired),
  PreferredName: optionalText(100),
  MiddleName: optionalText(100),
  LastName: name(text.lastNameRequired),
  BirthDate: optionalDay,
  Gender: optionalText(40),
  Nationality: optionalText(100),
  Occupation: optionalText(100),
  DateJoined: optionalDay,
  DateRenewed: optionalDay,
  DateFinancial: optionalDay,
  DefaultAddress: Place.default('Home'),
  HomeAddress: AddressFields.nullish(),
  WorkAddress: AddressFields.nullish(),
  PostalAddress: AddressFields.nullish(),
  DefaultContactDetails: Place.default('Home'),
  HomeContactDetails: contactFields(text.invalidHomeEmail).nullish(),
  WorkContactDetails: contactFields(text.invalidWorkEmail).nullish(),
  PostalContactDetails: contactFields(text.invalidPostalEmail).nullish(),
})
export type MemberFields = z.infer<typeof MemberFields>

/** The check of what comes in, by form, call or file. What has been kept for long may have dates that can't be right. */
export function checkDates(member: Parameters<typeof dateProblems>[0], context: z.RefinementCtx): void {
  for (const [field, message] of Object.entries(dateProblems(member)))
    context.addIssue({ code: 'custom', path: [field], message })
}

/** The same fields as they come in, with dates that can be. */
export const NewMemberFields = MemberFields.superRefine(checkDates)

export type MemberFieldName = keyof MemberFields
export const memberFieldNames = Object.keys(MemberFields.shape) as MemberFieldName[]

/** A text or a day that may be left out, and is null then. */
export type OptionalFieldName = {
  [Field in MemberFieldName]: string | null extends MemberFields[Field] ? Field : never
}[MemberFieldName]
export const optionalFieldNames = memberFieldNames.filter(
  (field): field is OptionalFieldName => MemberFields.shape[field].safeParse(undefined).data === null,
)

/** True for a field that holds a day. */
export function isDayField(field: MemberFieldName): boolean {
  return MemberFields.shape[field] === optionalDay
}
