import { expect, test } from 'vitest'
import { wrongIn } from './commit-subject.mjs'

test.each([
  'cards: a link goes to what is on file',
  'members, requests: one rule for both',
  'Merge branch main',
])('takes ‘%s’', (subject) => {
  expect(wrongIn(subject)).toBeNull()
})

test.each([
  ['Fix the cards', /area/],
  ['cards:no space', /area/],
  ['Cards: a capital', /area/],
  [`cards: ${'x'.repeat(66)}`, /73 characters/],
])('refuses ‘%s’', (subject, words) => {
  expect(wrongIn(subject)).toMatch(words)
})
