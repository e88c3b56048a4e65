import { z } from 'zod'
import { countedPage, countedPaging, endpoint, may, signedIn } from '#contract/endpoint.ts'
import { patronPaths } from '#contract/patron-paths.ts'
import { Dollars } from '#contract/values/dollars.ts'
import { needed } from '#contract/words/needed.ts'
import { Questions } from './questions.ts'
import { MembershipTerm } from './renewal-term.ts'
import { type ApplicantField, applicantFields } from './request-rules.ts'
import { asksAge, reviews } from './type-rules.ts'

const path = '/api/cherrypay/v1/{businessId}/request-forms'

export const FormKind = z.enum(['Registration', 'Renewal'])
export type FormKind = z.infer<typeof FormKind>

/** Where the public page of a form is. */
export function formPath(kind: FormKind, formId: string): string {
  return (kind === 'Registration' ? patronPaths.apply : patronPaths.renew) + formId
}

const TaxPercent = z
  .number(needed('Enter a percentage.'))
  .min(0, 'The tax can not be negative.')
  .max(100, 'The tax can be 100% at the most.')

const Age = z
  .int('Enter the age in whole years.')
  .min(0, 'An age can not be negative.')
  .max(120, 'An age can be 120 at the most.')
  .nullable()
const DaysAway = z
  .int('Enter a whole number of days.')
  .min(0, 'The days can not be negative.')
  .max(3660, 'The days can be 3,660 at the most.')
  .nullable()
const keys = (none: string) => z.array(z.string().min(1).max(40)).min(1, none).max(100).nullable()

/** Who may choose a membership type, and whether somebody looks at it first: what each part means is in type-rules.ts. */
export const TypeRules = z
  .object({
    From: keys('Choose at least one type to come from.'),
    MinAge: Age,
    MaxAge: Age,
    Statuses: keys('Choose at least one status.'),
    DaysBefore: DaysAway,
    DaysAfter: DaysAway,
    Review: z.enum(reviews),
  })
  .refine(({ MinAge, MaxAge }) => MinAge === null || MaxAge === null || MinAge <= MaxAge, {
    message: 'The highest age is below the lowest.',
    path: ['MaxAge'],
  })

export const OfferedType = z.object({
  Key: z.string().min(1, 'Choose a membership type.').max(40),
  Fee: Dollars,
  TaxPercent,
  /** Left out, it goes on as it did before there were any. */
  Rules: TypeRules.optional(),
})
export type OfferedType = z.infer<typeof OfferedType>

export const FeeItem = z.object({
  /** Given by the server; empty for a new one. */
  Id: z.string().max(40).default(''),
  Description: z
    .string()
    .trim()
    .min(1, 'Description is required.')
    .max(100, 'The description can have 100 characters at the most.'),
  Fee: Dollars,
  TaxPercent,
})

export const Reminder = z.object({
  /** Days after the financial date; negative before it. */
  Days: z
    .int('Enter a whole number of days.')
    .min(-365, 'A reminder is sent a year before at the most.')
    .max(365, 'A reminder is sent a year after at the most.'),
  Channel: z.enum(['email', 'sms']),
})
export type Reminder = z.infer<typeof Reminder>

const words = (most: number) => z.string().trim().max(most)
const Asked = z.enum(['Off', 'Optional', 'Required'])
const fieldNames = Object.keys(applicantFields) as [ApplicantField]

const form = z.object({
  Kind: FormKind,
  DisplayName: words(100).min(1, 'Name is required.'),
  IsOpen: z.boolean(),
  /** The venue that accepted applicants join, unless another is chosen. */
  VenueNo: z.string().max(20).nullable(),
  Fields: z.record(z.enum(fieldNames), Asked),
  MembershipTypes: z
    .array(OfferedType)
    .min(1, 'Offer at least one membership type.')
    .max(30, 'A form can offer 30 membership types at the most.'),
  FeeItems: z.array(FeeItem).max(20, 'A form can have 20 extra items at the most.'),
  /** What the business asks beside, in its own words. */
  Questions: Questions.default([]),
  Term: MembershipTerm,
  Introduction: words(4000),
  Terms: words(20_000),
  /** What the page says at the end, after 'what happens next'. */
  ClosingText: words(4000),
  /** For renewals: somebody looks at each before it counts. A type with rules of its own goes by those. */
  NeedsReview: z.boolean(),
  /** The digital membership card of those who are accepted without a review; null for none. */
  PassConfigurationId: z.string().max(100).nullable().default(null),
  Reminders: z.array(Reminder).max(6, 'A form can send 6 reminders at the most.'),
})

/** What people fill in of a form. Its kind is chosen once, at the start. */
export const FormFields = form.superRefine((values, context) => {
  const complain = (at: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path: at, message })
  if (values.Kind === 'Registration' && !values.VenueNo) complain(['VenueNo'], 'Venue is required.')
  for (const [i, { Key }] of values.MembershipTypes.entries())
    if (values.MembershipTypes.findIndex((type) => type.Key === Key) < i)
      complain(['MembershipTypes', i, 'Key'], 'This membership type is offered already.')
  if (values.Kind === 'Registration' && values.Fields.BirthDate !== 'Required')
    for (const [i, { Rules }] of values.MembershipTypes.entries())
      if (Rules && asksAge(Rules))
        complain(
          ['MembershipTypes', i, 'Rules', 'MinAge'],
          'An age needs the date of birth: require it below.',
        )
  for (const [i, { Days, Channel }] of values.Reminders.entries())
    if (values.Reminders.findIndex((each) => each.Days === Days && each.Channel === Channel) < i)
      complain(['Reminders', i, 'Days'], 'This reminder is there already.')
})
export type FormFields = z.infer<typeof FormFields>

/** How fees of this installation are paid: not at all where no payments are set up. */
export const PaymentMode = z.enum(['Stripe', 'Test', 'None'])
export type PaymentMode = z.infer<typeof PaymentMode>

export const RequestForm = form.extend({
  FormId: z.string(),
  /** Grows with every change: a save names the one it started from. */
  Revision: z.number().int(),
  DateUpdated: z.iso.datetime(),
  /** Who made the last change; null where nobody of the business did. */
  UpdatedByUser: z.string().nullable(),
  /** The address to share. */
  Url: z.string(),
  PaymentMode,
})
export type RequestForm = z.infer<typeof RequestForm>

export const FormListItem = z.object({
  FormId: z.string(),
  Kind: FormKind,
  DisplayName: z.string(),
  IsOpen: z.boolean(),
  Url: z.string(),
  /** Requests that wait for a decision, counted up to `mostCounted`, and one beyond that where there are more. */
  WaitingCount: z.number().int(),
})
export type FormListItem = z.infer<typeof FormListItem>

/** A form as lists of requests name it. */
export const FormSummary = z.object({ Meta: z.object({ Id: z.string() }), DisplayName: z.string() })
const summaries = z.object({ Results: z.array(FormSummary) })

export const requestFormsApi = {
  listRegistrationForms: endpoint({
    method: 'GET',
    path: '/api/configuration/{businessId}/registration-form-configuration',
    title: 'Registration forms, by name',
    access: signedIn,
    shows: ['form'],
    output: summaries,
  }),
  listRenewalForms: endpoint({
    method: 'GET',
    path: '/api/configuration/{businessId}/membership-renewal-form-configuration',
    title: 'Renewal forms, by name',
    access: signedIn,
    shows: ['form'],
    output: summaries,
  }),
  listRequestForms: endpoint({
    method: 'GET',
    path,
    title: 'Registration and renewal forms',
    access: may('Form.Manage'),
    shows: ['form', 'request'],
    query: z.object({
      ...countedPaging,
      /** Part of the name. */
      q: z.string().max(200).optional(),
    }),
    output: countedPage(FormListItem),
  }),
  getRequestForm: endpoint({
    method: 'GET',
    path: `${path}/{formId}`,
    title: 'A registration or renewal form',
    access: may('Form.Manage'),
    shows: ['form'],
    output: RequestForm,
  }),
  createRequestForm: endpoint({
    method: 'POST',
    path,
    title: 'Create a form',
    access: may('Form.Manage'),
    changes: ['form'],
    body: FormFields,
    output: RequestForm,
  }),
  updateRequestForm: endpoint({
    method: 'PUT',
    path: `${path}/{formId}`,
    title: 'Change a form',
    access: may('Form.Manage'),
    changes: ['form'],
    query: z.object({ revision: z.coerce.number().int() }),
    body: FormFields,
    output: RequestForm,
  }),
}
