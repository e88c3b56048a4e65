import type { z } from 'zod'
import { fieldLabel } from './field-labels.ts'
import { isMissing } from './needed.ts'
import { shortened, shortWay } from './shortened.ts'

type Issue = z.core.$ZodRawIssue
type IssueOf<Code extends Issue['code']> = Extract<Issue, { code: Code }>

/**
 * What is wrong with an input, where the contract has no words of its own for it: a sentence that names the field as
 * people do, and says the limit. The one map of limits and types to sentences, for the server and for forms.
 */
export function inputSentence(issue: Issue): string {
  const subject = subjectOf(issue)
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue, subject)
    case 'too_small':
      return tooSmall(issue, subject)
    case 'too_big':
      return `${subject} ${tooBig(issue)}.`
    case 'invalid_format':
      return isMissing(issue.input)
        ? `${subject} is required.`
        : `${subject} ${formats[issue.format] ?? 'is not written as it should be'}.`
    case 'invalid_value':
      return isMissing(issue.input) ? `${subject} is required.` : `${subject} must be ${choiceOf(issue)}.`
    case 'unrecognized_keys':
      return `${subject} has no ${namesOf(issue.keys)}.`
    case 'invalid_key':
      return `${subjectOf({ path: issue.path?.slice(0, -1) })} takes ${noSuch(issue.path?.at(-1))}.`
    default:
      return `${subject} is not valid.`
  }
}

function subjectOf({ path = [] }: Pick<Issue, 'path'>): string {
  return fieldLabel(shortWay(path)) ?? (path.length === 0 ? 'The request' : 'Each entry')
}

const nameless = 'field without a name'
const mostNames = 3

/** Names that nobody asked for: the first few, and how many more there are. */
function namesOf(keys: readonly string[]): string {
  const names = keys.slice(0, mostNames).map((key) => (key === '' ? nameless : shortened(key)))
  const more = keys.length - names.length
  return `${names.join(', ')}${more > 0 ? ` and ${figure.format(more)} more` : ''}`
}

function noSuch(key: PropertyKey = ''): string {
  return key === '' ? `no ${nameless}` : `nothing called '${shortened(String(key))}'`
}

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  file: 'a file',
}

function wrongType({ expected, input, path }: IssueOf<'invalid_type'>, subject: string): string {
  const isWhole = !path?.length
  if (expected === 'undefined') return isWhole ? 'The request takes no body.' : `${subject} must be left out.`
  if (isWhole && input === undefined) return 'The request has no body.'
  // What can't be read as a number isn't missing: a query's text has become none on its way here.
  if (isMissing(input) && !Number.isNaN(input) && (input !== '' || expected !== 'string'))
    return `${subject} is required.`
  return `${subject} must be ${types[expected] ?? 'of another kind'}.`
}

function choiceOf({ values }: IssueOf<'invalid_value'>): string {
  return `${values.length > 1 ? 'one of ' : ''}${values.map((value) => (value === '' ? 'empty' : String(value))).join(', ')}`
}

const units: Readonly<Record<string, readonly [one: string, several: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  file: ['byte', 'bytes'],
}

const figure = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 20 })

function amountOf(limit: number | bigint, origin: string): string {
  const unit = units[origin]
  return unit ? `${figure.format(limit)} ${unit[limit === 1 ? 0 : 1]}` : figure.format(limit)
}

function tooSmall({ origin, minimum, inclusive, input }: IssueOf<'too_small'>, subject: string): string {
  if (origin in units)
    return minimum === 1 || isMissing(input)
      ? `${subject} is required.`
      : `${subject} must have ${amountOf(minimum, origin)} or more.`
  const least = amountOf(minimum, origin)
  return `${subject} must be ${inclusive === false ? `more than ${least}` : `${least} or more`}.`
}

function tooBig({ origin, maximum, inclusive }: IssueOf<'too_big'>): string {
  const most = amountOf(maximum, origin)
  if (origin in units) return `can have ${most} at the most`
  return `must be ${inclusive === false ? `less than ${most}` : `${most} or less`}`
}

const formats: Readonly<Record<string, string>> = {
  datetime: 'must be a time, such as 2026-11-15T09:30:00Z',
  date: 'must be a date, such as 2026-11-15',
  time: 'must be a time of day, such as 09:30',
  email: 'must be an e-mail address',
  url: 'must be an address that begins with https://',
  uuid: 'must be an id',
  base64: 'must be a file, written in base64',
}
