import { describe, expect, test } from 'vitest'
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

describe('a name that nobody asked for', () => {
  const Named = z.object({
    Fields: z.strictObject({}),
    Tokens: z.record(z.string().regex(/^[A-Z]\w*$/), z.string()),
  })
  const long = 'x'.repeat(500_000)
  const short = `${'x'.repeat(39)}…`
  const way = `${'x'.repeat(59)}…`
  const told = (input: { Fields?: object; Tokens?: object }) =>
    answersTo(Named, { Fields: {}, Tokens: {}, ...input })

  test.each([
    [['a'], 'Fields has no a.'],
    [['a', 'b', 'c'], 'Fields has no a, b, c.'],
    [['a', 'b', 'c', 'd', 'e'], 'Fields has no a, b, c and 2 more.'],
    [[long], `Fields has no ${short}.`],
    [[''], 'Fields has no field without a name.'],
  ])('is said, but no more than three and none at length', (names, sentence) => {
    expect(told({ Fields: Object.fromEntries(names.map((name) => [name, 1])) })).toEqual({ Fields: sentence })
  })

  test('is said shortly of an entry, too, and of the way to it', () => {
    expect(told({ Tokens: { a: '' } })).toEqual({ 'Tokens.a': "Tokens takes nothing called 'a'." })
    expect(told({ Tokens: { [long]: '' } })).toEqual({
      [`Tokens.${way}`]: `Tokens takes nothing called '${short}'.`,
    })
    expect(told({ Tokens: { '': '' } })).toEqual({ 'Tokens.': 'Tokens takes no field without a name.' })
  })

  test('is not said at length of what it holds', () => {
    const name = `X${way.slice(1)}`
    expect(told({ Tokens: { [`X${long}`]: 7 } })).toEqual({ [`Tokens.${name}`]: `${name} must be text.` })
  })
})
