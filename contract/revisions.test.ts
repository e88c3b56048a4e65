import { expect, test } from 'vitest'
import { api } from '#contract'
import type { Endpoint } from '#contract/endpoint.ts'
import { isRevised, revisionSent } from './revisions.ts'

const saves = Object.entries(api as Record<string, Endpoint>).filter(([, { method }]) =>
  ['PUT', 'PATCH'].includes(method),
)

/** Whether a row has a place for what the save started from. */
function takesRevision({ query, body }: Endpoint): boolean {
  const shapeOf = (schema: unknown) => Object(Object(schema).shape)
  return 'revision' in shapeOf(query) || 'version' in shapeOf(query) || 'Version' in shapeOf(body)
}

test.each(saves)('%s takes a revision, or says why not', (_, row) => {
  if (isRevised(row)) expect(takesRevision(row)).toBe(true)
  else {
    expect(row.withoutRevision).toMatch(/^[A-Z].{20,}\.$/)
    expect(takesRevision(row)).toBe(false)
  }
})

test('only saves say why not', () => {
  const names = Object.entries(api as Record<string, Endpoint>)
    .filter(([, { withoutRevision }]) => withoutRevision)
    .map(([name]) => name)
  expect(saves.map(([name]) => name)).toEqual(expect.arrayContaining(names))
})

test.each([
  [{ query: { revision: 'a' }, body: undefined }, 'a'],
  [{ query: { revision: 3 }, body: undefined }, '3'],
  [{ query: { version: 'b' }, body: [] }, 'b'],
  [{ query: {}, body: { Version: 0 } }, '0'],
  [{ query: {}, body: { Name: 'x' } }, undefined],
  [{ query: {}, body: null }, undefined],
])('what %j names', (sent, named) => {
  expect(revisionSent(sent)).toBe(named)
})
