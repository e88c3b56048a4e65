import { possibleAnswers, questionKinds } from './question-rules.ts'
import type { Question } from './questions.ts'
import { termInWords } from './renewal-term.ts'
import type { FormFields } from './request-forms.ts'
import { type ApplicantField, applicantFields, type Fee } from './request-rules.ts'
import { rulesInWords } from './type-rules.ts'

export type FormPart = keyof FormFields

/** What people call the parts of a form. */
export const formParts: Readonly<Record<FormPart, string>> = {
  DisplayName: 'Name',
  Kind: 'Kind',
  IsOpen: 'Open',
  VenueNo: 'Venue',
  Fields: 'Fields',
  MembershipTypes: 'Membership types',
  FeeItems: 'Extra items',
  Questions: 'Questions',
  Term: 'Term',
  Introduction: 'Introduction',
  Terms: 'Terms',
  ClosingText: 'Closing text',
  NeedsReview: 'Needs review',
  PassConfigurationId: 'Digital membership card',
  Reminders: 'Reminders',
}

/** The parts in which two forms differ. */
export function differingFormParts(one: FormFields, other: FormFields): FormPart[] {
  return (Object.keys(formParts) as FormPart[]).filter(
    (part) => JSON.stringify(formPartInWords(one, part)) !== JSON.stringify(formPartInWords(other, part)),
  )
}

/** What a part of a form is, in words. */
export function formPartInWords(form: FormFields, part: FormPart): string | boolean | null | string[] {
  switch (part) {
    case 'Fields':
      return (Object.keys(applicantFields) as ApplicantField[])
        .filter((name) => form.Fields[name] !== 'Off')
        .map((name) => `${applicantFields[name]}: ${form.Fields[name].toLowerCase()}`)
    case 'MembershipTypes':
      return form.MembershipTypes.map((type) => {
        const rules = type.Rules && rulesInWords(type.Rules, undefined, form.Kind)
        return [feeInWords(type.Key, type), rules].filter(Boolean).join('. ')
      })
    case 'FeeItems':
      return form.FeeItems.map((item) => feeInWords(item.Description, item))
    case 'Questions':
      return form.Questions.map((question) => questionInWords(question, form.Questions))
    case 'Term':
      return termInWords(form.Term)
    case 'Reminders':
      return form.Reminders.map(reminderInWords)
    default:
      return form[part]
  }
}

/** A question with all that is said of it: two that read the same are the same. */
function questionInWords(question: Question, all: readonly Question[]): string {
  const { Kind, Label, Help, IsRequired, Options, ShownWhen, PerTypes } = question
  const before = all.find(({ Id }) => Id === ShownWhen?.QuestionId)
  const answers = before && possibleAnswers(before).filter(({ id }) => ShownWhen?.Is.includes(id))
  return [
    `${Label}: ${questionKinds[Kind].toLowerCase()}`,
    IsRequired ? 'required' : 'optional',
    Help,
    Options.map((option) => (option.Fee > 0 ? feeInWords(option.Label, option) : option.Label)).join(', '),
    before && `with ${before.Label}: ${answers?.map(({ label }) => label).join(' or ')}`,
    PerTypes.length > 0 && `for ${PerTypes.join(', ')}`,
  ]
    .filter(Boolean)
    .join('; ')
}

function feeInWords(name: string, { Fee: dollars, TaxPercent }: Fee): string {
  return `${name}: $${dollars.toFixed(2)} with ${TaxPercent}% tax`
}

/** A reminder in words: '30 days before, by e-mail'. */
export function reminderInWords({ Days, Channel }: { Days: number; Channel: 'email' | 'sms' }): string {
  const by = Channel === 'email' ? 'by e-mail' : 'by SMS'
  if (Days === 0) return `On the day, ${by}`
  const days = Math.abs(Days) === 1 ? '1 day' : `${Math.abs(Days)} days`
  return `${days} ${Days < 0 ? 'before' : 'after'}, ${by}`
}
