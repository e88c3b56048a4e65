import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue
type IssueOf<Code extends Issue['code']> = Extract<Issue, { code: Code }>

/** What is wrong with an input, where the contract has no words of its own for it: a sentence that names the field. */
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
      return `${subject} ${formats[issue.format] ?? 'is not written as it should be'}.`
    case 'invalid_value':
      return `${subject} must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}.`
    case 'unrecognized_keys':
      return `${subject} has no ${issue.keys.join(', ')}.`
    default:
      return `${subject} is not valid.`
  }
}

/** The name of the field; of one of a list, that of the list and which it is. */
function subjectOf({ path = [] }: Issue): string {
  return path.length === 0 ? 'The request' : path.map(String).join('.')
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
  if (input === undefined) return isWhole ? 'The request has no body.' : `${subject} is required.`
  return `${subject} must be ${types[expected] ?? 'of another kind'}.`
}

const units: Readonly<Record<string, string>> = {
  string: 'characters',
  array: 'entries',
  file: 'bytes',
}

function tooSmall({ origin, minimum, inclusive }: IssueOf<'too_small'>, subject: string): string {
  const unit = units[origin]
  if (unit)
    return Number(minimum) === 1
      ? `${subject} is required.`
      : `${subject} must have ${minimum} ${unit} or more.`
  return `${subject} must be ${inclusive === false ? `more than ${minimum}` : `${minimum} or more`}.`
}

function tooBig({ origin, maximum, inclusive }: IssueOf<'too_big'>): string {
  const unit = units[origin]
  if (unit) return `can have ${maximum} ${unit} at the most`
  return `must be ${inclusive === false ? `less than ${maximum}` : `${maximum} or less`}`
}

const formats: Readonly<Record<string, string>> = {
  datetime: 'must be a time in UTC, such as 2026-11-15T09:30:00Z',
  date: 'must be a date, such as 2026-11-15',
  time: 'must be a time of day, such as 09:30',
  email: 'must be an e-mail address',
  url: 'must be an address that begins with https://',
  uuid: 'must be an id',
}
