import type { UseFormReturnType } from '@mantine/form'
import { z } from 'zod'
import { hasOptions } from '#contract/requests/question-rules.ts'
import type { Question } from '#contract/requests/questions.ts'
import { FormFields, type FormKind, type RequestForm } from '#contract/requests/request-forms.ts'
import { newRules, rulesOf, type TypeRules } from '#contract/requests/type-rules.ts'

/** A number that a field may have lost for the moment. */
type Typed = number | ''
type Priced = { Fee: Typed; TaxPercent: Typed }

export type QuestionValues = Omit<Question, 'Options'> & {
  Options: (Priced & { Id: string; Label: string })[]
}

type Amount = 'MinAge' | 'MaxAge' | 'DaysBefore' | 'DaysAfter'

/** Rules of a type as they are being filled in: nothing chosen and nothing typed is any. */
export type RulesValues = Record<Amount, Typed> & {
  From: string[]
  Statuses: string[]
  Review: TypeRules['Review']
}

/** What the editor holds: a form, with its numbers as they are being typed. */
export type FormValues = Omit<
  FormFields,
  'MembershipTypes' | 'FeeItems' | 'Questions' | 'Term' | 'Reminders' | 'VenueNo' | 'PassConfigurationId'
> & {
  VenueNo: string
  PassConfigurationId: string
  MembershipTypes: (Priced & { Key: string; Rules: RulesValues })[]
  FeeItems: (Priced & { Id: string; Description: string })[]
  Questions: QuestionValues[]
  Term: { Kind: 'Months' | 'YearEnd'; Months: Typed; Month: number; Day: Typed }
  Reminders: { Days: Typed; When: 'before' | 'after'; Channel: 'email' | 'sms' }[]
}

/** The form's own rules, for what the editor holds. */
export const FormEditorSchema = z.custom<FormValues>().transform((values, context): FormFields => {
  const parsed = FormFields.safeParse(fieldsOf(values))
  if (parsed.success) return parsed.data
  for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message })
  return z.NEVER
})

function fieldsOf(values: FormValues) {
  return {
    ...values,
    VenueNo: values.VenueNo || null,
    PassConfigurationId: values.PassConfigurationId || null,
    MembershipTypes: values.MembershipTypes.map((type) => ({
      ...type,
      Rules: rulesIn(type.Rules, values.Kind),
    })),
    // Only renewals are reminded of.
    Reminders:
      values.Kind === 'Renewal'
        ? values.Reminders.map(({ Days, When, Channel }) => ({
            Days: Days === '' ? Number.NaN : When === 'before' ? -Days : Days,
            Channel,
          }))
        : [],
    Questions: values.Questions.map(questionOf),
  }
}

/** A question as it is saved: with options only where there are some to choose, and those are free that name no fee. */
function questionOf(question: QuestionValues) {
  const options = hasOptions(question.Kind) ? question.Options : []
  return {
    ...question,
    Options: options.map((option) => ({
      ...option,
      Fee: option.Fee === '' ? 0 : option.Fee,
      TaxPercent: option.TaxPercent === '' ? usualTax : option.TaxPercent,
    })),
  }
}

/** The rules that were filled in. Only of renewals there is something that came before. */
export function rulesIn(values: RulesValues, kind: FormKind): TypeRules {
  const known = (value: Typed) => (value === '' ? null : value)
  const some = (keys: string[]) => (keys.length > 0 ? keys : null)
  const ages = { MinAge: known(values.MinAge), MaxAge: known(values.MaxAge) }
  if (kind === 'Registration') return { ...newRules(kind), ...ages, Review: values.Review }
  return {
    ...ages,
    From: some(values.From),
    Statuses: some(values.Statuses),
    DaysBefore: known(values.DaysBefore),
    DaysAfter: known(values.DaysAfter),
    Review: values.Review,
  }
}

function rulesValues(rules: TypeRules): RulesValues {
  return {
    MinAge: rules.MinAge ?? '',
    MaxAge: rules.MaxAge ?? '',
    DaysBefore: rules.DaysBefore ?? '',
    DaysAfter: rules.DaysAfter ?? '',
    From: [...(rules.From ?? [])],
    Statuses: [...(rules.Statuses ?? [])],
    Review: rules.Review,
  }
}

/** Most of what is sold has the goods and services tax in it. */
export const usualTax = 10

/** The values the editor starts with. */
export function formValuesOf(form: RequestForm): FormValues {
  return {
    ...form,
    VenueNo: form.VenueNo ?? '',
    PassConfigurationId: form.PassConfigurationId ?? '',
    MembershipTypes: form.MembershipTypes.map((type) => ({
      ...type,
      Rules: rulesValues(rulesOf(form, type)),
    })),
    Reminders: form.Reminders.map(({ Days, Channel }) => ({
      Days: Math.abs(Days),
      When: Days < 0 ? 'before' : 'after',
      Channel,
    })),
  }
}

/** A membership type that is yet to be chosen. */
export function newType(kind: FormKind): FormValues['MembershipTypes'][number] {
  return { Key: '', Fee: '', TaxPercent: usualTax, Rules: rulesValues(newRules(kind)) }
}

/** A new form of a kind. */
export function newForm(kind: FormKind): FormValues {
  const isNew = kind === 'Registration'
  return {
    Kind: kind,
    DisplayName: '',
    IsOpen: false,
    VenueNo: '',
    PassConfigurationId: '',
    Fields: {
      Title: 'Off',
      PreferredName: 'Off',
      MiddleName: 'Off',
      BirthDate: isNew ? 'Required' : 'Off',
      Gender: 'Off',
      Nationality: 'Off',
      Occupation: 'Off',
      MobileNumber: 'Optional',
      PhoneNumber: 'Off',
      Address: 'Optional',
      Marketing: 'Optional',
    },
    MembershipTypes: [newType(kind)],
    FeeItems: [],
    Questions: [],
    Term: { Kind: 'Months', Months: 12, Month: 6, Day: 30 },
    Introduction: '',
    Terms: '',
    ClosingText: '',
    NeedsReview: false,
    Reminders: [],
  }
}

export type EditorForm = UseFormReturnType<FormValues>
