import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract'
import { parse } from './parse.ts'
import { Refusal } from './refusal.ts'

/** What is answered to an input, field by field. */
function answersTo(schema: z.ZodType, input: unknown): Record<string, string> {
  try {
    parse(schema, input)
    return {}
  } catch (error) {
    return error instanceof Refusal ? (error.fields ?? {}) : { '': String(error) }
  }
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
  ['limit', 'abc', 'limit must be a number.'],
  ['limit', 1.5, 'limit must be a whole number.'],
  ['limit', 0, 'limit must be 1 or more.'],
  ['limit', 501, 'limit must be 500 or less.'],
  ['startDate', '2026-11-15', 'startDate must be a time in UTC, such as 2026-11-15T09:30:00Z.'],
  ['day', '30/02/2026', 'day must be a date, such as 2026-11-15.'],
  ['name', undefined, 'name is required.'],
  ['name', '', 'name is required.'],
  ['name', 'x'.repeat(11), 'name can have 10 characters at the most.'],
  ['name', 7, 'name must be text.'],
  ['kind', 'pdf', 'kind must be one of csv, xlsx.'],
  ['isShared', 'yes', 'isShared must be true or false.'],
  ['lines', 'none', 'lines must be a list.'],
  ['lines.1.code', [{ code: 'a' }, {}], 'lines.1.code is required.'],
])('%s: %j is answered with a sentence', (path, value, sentence) => {
  const [field = ''] = path.split('.')
  expect(answersTo(Example, { ...right, [field]: value })).toEqual({ [path]: sentence })
})

test('a request without a body, or with one where none is taken, is told so', () => {
  expect(answersTo(Example, undefined)).toEqual({ '': 'The request has no body.' })
  expect(answersTo(Example, [])).toEqual({ '': 'The request must be an object.' })
  expect(answersTo(z.undefined(), {})).toEqual({ '': 'The request takes no body.' })
})

// The library's own words are for programmers.
const forProgrammers = /^(Invalid (input|option|string|ISO|key|number|value)|Too (small|big):|Unrecognized)/

test("no row answers wrong input with the schema library's words", () => {
  const wrong = [null, 7, -1, 1.5, 'x', '', 'x'.repeat(100_000), true, [], {}, [{}], ['x', 7]]
  for (const [name, row] of Object.entries(api))
    for (const schema of [row.query, row.body]) {
      const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
      const inputs = wrong.map((value) => Object.fromEntries(fields.map((field) => [field, value])))
      for (const input of [...inputs, ...wrong, undefined])
        for (const sentence of Object.values(answersTo(schema, input)))
          expect(sentence, name).not.toMatch(forProgrammers)
    }
})
