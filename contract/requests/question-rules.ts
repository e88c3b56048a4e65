import { longestSignature, strokes } from '#contract/visitors/strokes.ts'

/** The rules of a form's own questions that the patron's page and the server share. No schemas here: the page has to be small. */

/** What a question may be, and what people call it. */
export const questionKinds = {
  Text: 'A line of text',
  LongText: 'Several lines of text',
  Choice: 'One of a list',
  ManyChoices: 'Several of a list',
  YesNo: 'Yes or no',
  Date: 'A date',
  File: 'A file',
  Photo: 'A photo',
  Signature: 'A signature',
  Proposer: 'A proposer, who confirms',
  Seconder: 'A seconder, who confirms',
} as const
export type QuestionKind = keyof typeof questionKinds

type Option = {
  readonly Id: string
  readonly Label: string
  /** Dollars with the tax in them. */
  readonly Fee: number
  readonly TaxPercent: number
}

export type AskedQuestion = {
  readonly Id: string
  readonly Kind: QuestionKind
  readonly Label: string
  readonly Help: string
  readonly IsRequired: boolean
  readonly Options: readonly Option[]
  /** The answers of an earlier question with which it is asked: ids of options, or Yes and No. */
  readonly ShownWhen: { readonly QuestionId: string; readonly Is: readonly string[] } | null
  /** The membership types it is asked for; all where none is named. */
  readonly PerTypes: readonly string[]
}

/** A member who is named by number and last name. */
export type Named = { readonly MembershipNumber: string; readonly LastName: string }
type AnswerValue = string | readonly string[] | Named
/** What was answered, by the ids of the questions. */
export type QuestionAnswers = Readonly<Record<string, AnswerValue>>

/** What the rules have to know of the answers. Those of a former version have none to questions. */
export type Answered = {
  readonly MembershipType: string | null
  readonly Questions?: QuestionAnswers | undefined
}

export const hasOptions = (kind: QuestionKind) => kind === 'Choice' || kind === 'ManyChoices'
export const isSponsor = (kind: QuestionKind) => kind === 'Proposer' || kind === 'Seconder'
export const isUpload = (kind: QuestionKind) => kind === 'File' || kind === 'Photo'
/** True for a question whose answer others may depend on. */
export const isCondition = (kind: QuestionKind) => hasOptions(kind) || kind === 'YesNo'

/** What an answer can be that others depend on. */
export function possibleAnswers({
  Kind,
  Options,
}: Pick<AskedQuestion, 'Kind' | 'Options'>): { id: string; label: string }[] {
  if (Kind === 'YesNo') return ['Yes', 'No'].map((id) => ({ id, label: id }))
  return hasOptions(Kind) ? Options.map(({ Id, Label }) => ({ id: Id, label: Label })) : []
}

/** The questions that are asked with these answers. A condition on one that isn't asked itself never holds. */
export function shownQuestions<Asked extends AskedQuestion>(
  questions: readonly Asked[],
  answers: Answered,
): Asked[] {
  const shown: Asked[] = []
  for (const question of questions) {
    const { PerTypes, ShownWhen } = question
    const isOfType = PerTypes.length === 0 || PerTypes.includes(answers.MembershipType ?? '')
    const before = shown.find(({ Id }) => Id === ShownWhen?.QuestionId)
    const holds =
      ShownWhen === null || (before && chosen(before, answers).some((each) => ShownWhen.Is.includes(each)))
    if (isOfType && holds) shown.push(question)
  }
  return shown
}

/** The answers to what is asked, of the kind that was asked for: all others are dropped. */
export function keptAnswers(questions: readonly AskedQuestion[], answers: Answered): QuestionAnswers {
  return Object.fromEntries(
    shownQuestions(questions, answers).flatMap((question) => {
      const value = answerTo(question, answers)
      return value === null ? [] : [[question.Id, value]]
    }),
  )
}

/** What was answered to a question; null where it is nothing, or nothing that can be an answer to it. */
function answerTo(question: AskedQuestion, { Questions = {} }: Answered): AnswerValue | null {
  const value = Questions[question.Id]
  if (value === undefined) return null
  if (question.Kind === 'ManyChoices') {
    const ids = Array.isArray(value) ? possibleIds(question).filter((id) => value.includes(id)) : []
    return ids.length > 0 ? ids : null
  }
  if (isSponsor(question.Kind)) return namedIn(value)
  if (typeof value !== 'string' || value.trim() === '') return null
  return isCondition(question.Kind) && !possibleIds(question).includes(value) ? null : value
}

const possibleIds = (question: AskedQuestion) => possibleAnswers(question).map(({ id }) => id)

/** Whom an answer names. */
export function namedIn(value: AnswerValue | null | undefined): Named | null {
  if (!value || typeof value === 'string' || !('MembershipNumber' in value)) return null
  return value.MembershipNumber.trim() && value.LastName.trim() ? value : null
}

function chosen(question: AskedQuestion, answers: Answered): readonly string[] {
  const value = answerTo(question, answers)
  if (value === null) return []
  return typeof value === 'string' ? [value] : Array.isArray(value) ? value : []
}

/** The field of a question, as errors name it. */
export const questionField = (id: string) => `Questions.${id}`

const missing: Partial<Record<QuestionKind, string>> = {
  Choice: 'Choose one.',
  ManyChoices: 'Choose at least one.',
  YesNo: 'Choose one.',
  Date: 'Enter a date.',
  File: 'Add a file.',
  Photo: 'Add a photo.',
  Signature: 'Sign here.',
  Proposer: 'Enter the membership number and the last name.',
  Seconder: 'Enter the membership number and the last name.',
}
const longest: Partial<Record<QuestionKind, number>> = { Text: 200, LongText: 2000 }

/** What is missing or wrong of what is asked, by field. */
export function questionErrors(
  questions: readonly AskedQuestion[],
  answers: Answered,
  ownNumber: string | null = null,
): Record<string, string> {
  const named: string[] = ownNumber ? [plainNumber(ownNumber)] : []
  const errors = shownQuestions(questions, answers).map((question) => {
    const value = answerTo(question, answers)
    const sentence =
      value === null ? unanswered(question, answers) : wrongWith(question, value, named, ownNumber)
    return [questionField(question.Id), sentence] as const
  })
  return Object.fromEntries([
    ...tooLong(questions, answers),
    ...errors.flatMap(([field, sentence]) => (sentence ? [[field, sentence] as const] : [])),
  ])
}

// A server takes 32 KB of strangers at once, unless its operator says otherwise: the rest is for who they are.
const mostBytes = 28_000
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

/** What to shorten where all answers together are more than can be sent: the longest that was written. */
function tooLong(questions: readonly AskedQuestion[], answers: Answered): (readonly [string, string])[] {
  const given = keptAnswers(questions, answers)
  if (bytesOf(given) <= mostBytes) return []
  const [first] = questions
    .filter(({ Id, Kind }) => Id in given && (longest[Kind] || Kind === 'Signature'))
    .toSorted((one, other) => bytesOf(given[other.Id]) - bytesOf(given[one.Id]))
  if (!first) return []
  const what = first.Kind === 'Signature' ? 'Sign again, more briefly.' : 'Shorten this one.'
  return [[questionField(first.Id), `All answers together are too long. ${what}`]]
}

function unanswered({ Id, Kind, IsRequired }: AskedQuestion, { Questions = {} }: Answered): string | null {
  const value = Questions[Id]
  // Half of a name is neither an answer nor none.
  const isHalf = isSponsor(Kind) && typeof value === 'object' && Object.values(value).some(Boolean)
  return IsRequired || isHalf ? (missing[Kind] ?? 'Fill this in.') : null
}

function wrongWith(
  { Kind }: AskedQuestion,
  value: AnswerValue,
  named: string[],
  ownNumber: string | null,
): string | null {
  if (typeof value === 'string') {
    const most = longest[Kind]
    if (most && value.length > most) return `It can have ${most} characters at the most.`
    if (Kind === 'Date' && !isDay(value)) return 'Enter a date.'
    const isSigned = value.length <= longestSignature && strokes.test(value)
    return Kind === 'Signature' && !isSigned ? 'The signature can’t be read. Clear it, and sign again.' : null
  }
  const member = namedIn(value)
  if (!member) return null
  const number = plainNumber(member.MembershipNumber)
  if (ownNumber && number === plainNumber(ownNumber)) return 'Name somebody other than yourself.'
  if (named.includes(number)) return 'Name two different members.'
  named.push(number)
  return null
}

const plainNumber = (typed: string) => typed.replaceAll(/\s/g, '').toLowerCase()

/** True for a day that there is, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** What the answers cost: a line for each option that was chosen and isn't free. */
export function questionFees(
  questions: readonly AskedQuestion[],
  answers: Answered,
): { Description: string; Fee: number; TaxPercent: number }[] {
  return shownQuestions(questions, answers).flatMap((question) => {
    const ids = hasOptions(question.Kind) ? chosen(question, answers) : []
    return question.Options.filter(({ Id, Fee }) => Fee > 0 && ids.includes(Id)).map(
      ({ Label, Fee, TaxPercent }) => ({ Description: described(question.Label, Label), Fee, TaxPercent }),
    )
  })
}

/** 'Which sport? Bowls', 'Locker: large'. */
function described(asked: string, answer: string): string {
  return /[?:.!]$/.test(asked) ? `${asked} ${answer}` : `${asked}: ${answer}`
}

/** What was answered to a question, in words; null where nothing was. Files and signatures are shown, not told. */
export function answerInWords(question: AskedQuestion, answers: Answered): string | null {
  const value = answerTo(question, answers)
  if (value === null) return null
  const named = namedIn(value)
  if (named) return `${named.LastName}, ${named.MembershipNumber}`
  if (question.Kind === 'Signature') return 'Signed'
  if (isUpload(question.Kind)) return 'Added'
  if (typeof value === 'string' && !hasOptions(question.Kind)) return value
  const ids = chosen(question, answers)
  return question.Options.filter(({ Id }) => ids.includes(Id))
    .map(({ Label }) => Label)
    .join(', ')
}
