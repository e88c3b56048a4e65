import { expect, test } from 'vitest'
import { z } from 'zod'
import { readInput } from './read-input.ts'

/** What is answered to an input, field by field. */
function answersTo(schema: z.ZodType, input: unknown): Record<string, string> {
  const read = readInput(schema, input)
  return 'faults' in read ? read.faults.fields : {}
}

const Example = z.object({
  limit: z.coerce.number().int().min(1).max(500),
  startDate: z.iso.datetime(),
  day: z.iso.date(),
  name: z.string().min(1).max(10),
  kind: z.enum(['csv', 'xlsx']),
  isShared: z.boolean(),
  lines: z.array(z.object({ code: z.string() })).max(2),
})
const right = {
  limit: 10,
  startDate: '2026-11-15T09:30:00Z',
  day: '2026-11-15',
  name: 'Close',
  kind: 'csv',
  isShared: true,
  lines: [],
}

test.each([
  ['limit', 'abc', 'Limit must be a number.'],
  ['limit', 1.5, 'Limit must be a whole number.'],
  ['limit', 0, 'Limit must be 1 or more.'],
  ['limit', 501, 'Limit must be 500 or less.'],
  ['startDate', '2026-11-15', 'Start date must be a time, such as 2026-11-15T09:30:00Z.'],
  ['day', '30/02/2026', 'Day must be a date, such as 2026-11-15.'],
  ['name', null, 'Name is required.'],
  ['name', undefined, 'Name is required.'],
  ['name', '', 'Name is required.'],
  ['name', 'x'.repeat(11), 'Name can have 10 characters at the most.'],
  ['name', 7, 'Name must be text.'],
  ['kind', undefined, 'Kind is required.'],
  ['kind', 'pdf', 'Kind must be one of csv, xlsx.'],
  ['isShared', 'yes', 'Shared must be true or false.'],
  ['lines', 'none', 'Lines must be a list.'],
  ['lines.1.code', [{ code: 'a' }, {}], 'Code is required.'],
])('%s: %j is answered with a sentence', (path, value, sentence) => {
  const [field = ''] = path.split('.')
  expect(answersTo(Example, { ...right, [field]: value })).toEqual({ [path]: sentence })
})

const sentenceOf = (schema: z.ZodType, input: unknown) => {
  const read = readInput(schema, input)
  return 'faults' in read ? read.faults : null
}

test('what is about the whole has a sentence, and no field', () => {
  expect(sentenceOf(Example, undefined)).toEqual({ sentence: 'The request has no body.', fields: {} })
  expect(sentenceOf(Example, [])).toEqual({ sentence: 'The request must be an object.', fields: {} })
  expect(sentenceOf(z.undefined(), {})).toEqual({ sentence: 'The request takes no body.', fields: {} })
})

test('what is wrong in an entry of a list is said of its field, and where it is by the way to it', () => {
  const Roles = z.array(z.object({ Description: z.string().max(3) }))
  expect(answersTo(Roles, [{ Description: '' }, {}, { Description: 'long' }, 7])).toEqual({
    '1.Description': 'Description is required.',
    '2.Description': 'Description can have 3 characters at the most.',
    3: 'Each entry must be an object.',
  })
})
