import type { PublicForm } from '#contract/requests/patron.ts'
import { questionField, shownQuestions } from '#contract/requests/question-rules.ts'
import type { RequestFile } from '#contract/requests/request-files.ts'
import type { RequestAnswers } from '#contract/requests/request-answers.ts'
import type { FlowProps } from '#patron/request/calls.ts'

/** The steps of a form, each with the fields that are asked in it. */
export type StepName = 'membership' | 'person' | 'contact' | 'questions' | 'check'
export type Step = { readonly name: StepName; readonly title: string; readonly fields: readonly string[] }

const membership: Step = {
  name: 'membership',
  title: 'Your membership',
  fields: ['MembershipType', 'FeeItems'],
}
const person: Step = {
  name: 'person',
  title: 'About you',
  fields: [
    'Title',
    'FirstName',
    'PreferredName',
    'MiddleName',
    'LastName',
    'BirthDate',
    'Gender',
    'Nationality',
    'Occupation',
  ],
}
const contact: Step = {
  name: 'contact',
  title: 'How we reach you',
  fields: ['EmailAddress', 'MobileNumber', 'PhoneNumber', 'Address', 'Marketing'],
}
const check: Step = { name: 'check', title: 'Check and send', fields: ['HasAcceptedTerms'] }

/**
 * The steps of a form. A renewal leaves out those that ask nothing, and all details while nobody knows whose they are; the
 * business's own questions have one as long as some are asked.
 */
export function stepsOf(form: PublicForm, answers: RequestAnswers, isProven = true): readonly Step[] {
  const { Kind, Fields } = form
  const own = shownQuestions(form.Questions, answers).length > 0 ? [questions(form)] : []
  if (!isProven) return [membership, ...own, check]
  const asked: Partial<Record<string, string>> = Fields
  const asksSomething = (step: Step) => step.fields.some((field) => (asked[field] ?? 'Off') !== 'Off')
  const isAsked = (step: Step) => Kind === 'Registration' || step === contact || asksSomething(step)
  return [membership, ...[person, contact].filter(isAsked), ...own, check]
}

function questions({ Questions }: PublicForm): Step {
  return {
    name: 'questions',
    title: 'A few questions',
    fields: Questions.map(({ Id }) => questionField(Id)),
  }
}

export const noAnswers: RequestAnswers = {
  MembershipType: null,
  FeeItems: [],
  Title: null,
  FirstName: null,
  PreferredName: null,
  MiddleName: null,
  LastName: null,
  BirthDate: null,
  Gender: null,
  Nationality: null,
  Occupation: null,
  EmailAddress: null,
  MobileNumber: null,
  PhoneNumber: null,
  Address: null,
  AcceptsEmailMarketing: false,
  AcceptsMobileMarketing: false,
  AcceptsPhoneMarketing: false,
  HasAcceptedTerms: false,
  Questions: {},
}

/** Where the person is, as YYYY-MM-DD. */
export function today(): string {
  const now = new Date()
  const parts = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'))
  return [now.getFullYear(), ...parts].join('-')
}

/** What is answered anew; what hangs on other answers is worked out of those that are there by then. */
export type Change = Partial<RequestAnswers> | ((now: RequestAnswers) => Partial<RequestAnswers>)

/** What every step is given. */
export type StepProps = FlowProps & {
  /** Of the session, which files are added to; null in a preview. */
  secret: string | null
  files: readonly RequestFile[]
  answers: RequestAnswers
  /** What is kept of a member who has shown who they are, and stays where they leave something empty. */
  onFile: RequestAnswers | null
  /** The types that the rules leave a member to choose from; null for all. */
  offered: readonly string[] | null
  errors: Record<string, string>
  change: (change: Change) => void
  /** Holds what goes on until something is done: a file that is on its way. */
  during: <Result>(work: Promise<Result>) => Promise<Result>
  /** Back to a step, to change what was said there. */
  goTo: (step: StepName) => void
}
