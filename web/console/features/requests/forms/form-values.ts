import type { UseFormReturnType } from '@mantine/form'
import { z } from 'zod'
import { hasOptions } from '#contract/requests/question-rules.ts'
import type { Question } from '#contract/requests/questions.ts'
import { FormFields, type FormKind, type RequestForm } from '#contract/requests/request-forms.ts'

/** A number that a field may have lost for the moment. */
type Typed = number | ''
type Priced = { Fee: Typed; TaxPercent: Typed }

export type QuestionValues = Omit<Question, 'Options'> & {
  Options: (Priced & { Id: string; Label: string })[]
}

/** What the editor holds: a form, with its numbers as they are being typed. */
export type FormValues = Omit<
  FormFields,
  'MembershipTypes' | 'FeeItems' | 'Questions' | 'Term' | 'Reminders' | 'VenueNo'
> & {
  VenueNo: string
  MembershipTypes: (Priced & { Key: string })[]
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
    // Only renewals are reminded of and reviewed.
    Reminders:
      values.Kind === 'Renewal'
        ? values.Reminders.map(({ Days, When, Channel }) => ({
            Days: Days === '' ? Number.NaN : When === 'before' ? -Days : Days,
            Channel,
          }))
        : [],
    NeedsReview: values.Kind === 'Renewal' && values.NeedsReview,
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

/** Most of what is sold has the goods and services tax in it. */
export const usualTax = 10

/** The values the editor starts with. */
export function valuesOf(form: RequestForm): FormValues {
  return {
    ...form,
    VenueNo: form.VenueNo ?? '',
    Reminders: form.Reminders.map(({ Days, Channel }) => ({
      Days: Math.abs(Days),
      When: Days < 0 ? 'before' : 'after',
      Channel,
    })),
  }
}

/** A new form of a kind. */
export function newForm(kind: FormKind): FormValues {
  const isNew = kind === 'Registration'
  return {
    Kind: kind,
    DisplayName: '',
    IsOpen: false,
    VenueNo: '',
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
    MembershipTypes: [{ Key: '', Fee: '', TaxPercent: usualTax }],
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
