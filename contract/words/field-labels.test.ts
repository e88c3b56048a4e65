import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fieldLabel } from './field-labels.ts'

test.each([
  ['DisplayName', 'Display name'],
  ['CardProgramId', 'Card program'],
  ['IsShared', 'Shared'],
  ['continuationToken', 'Continuation token'],
  ['ABN', 'ABN'],
  ['FirstName', 'First Name'],
  ['address_components', 'Address components'],
])('%s is called %s', (name, label) => {
  expect(fieldLabel([name])).toBe(label)
})

test('an entry of a list is called by the list, the whole by no name', () => {
  expect(fieldLabel(['DeliveryTypes', 2])).toBe('Delivery')
  expect(fieldLabel(['MembershipTypes', 0, 'Fee'])).toBe('Fee')
  expect(fieldLabel([7])).toBeNull()
  expect(fieldLabel([])).toBeNull()
})

const console = new URL('../../web/console/', import.meta.url)

/** What the forms of the console call their fields. */
const shown = globSync('**/*.tsx', { cwd: console }).flatMap((path) => {
  const source = readFileSync(new URL(path, console), 'utf8')
  const fields = source.matchAll(/label="([^"]+)"(?:(?!\/>|label=)[^])*?getInputProps\('([\w.]+)'/g)
  return [...fields].map(([, label = '', field = '']) => ({ path, label, field }))
})

// What a form asks in words of its own.
const asked = new Set([
  'When less is available than',
  'Tell somebody when the money runs low',
  'New note',
  'How it was given back',
  'At the end',
  'Send it by',
  'Who can be signed in',
  'What visitors sign',
  'Financial',
  'It lasts',
  'Fee by the months left',
  'Send me the link by e-mail',
  // Of an option, whose schema says 'Name' itself.
  'Name',
])

test('the forms call their fields as the sentences do', () => {
  const stems = (text: string) =>
    (text.toLowerCase().match(/[a-z]{3,}/g) ?? []).map((word) => word.slice(0, 3))
  const differ = shown.filter(({ label, field }) => {
    const known = stems(fieldLabel(field.split('.')) ?? '')
    return !asked.has(label) && !stems(label).some((stem) => known.includes(stem))
  })
  expect(shown.length).toBeGreaterThan(25)
  expect(differ).toEqual([])
})
