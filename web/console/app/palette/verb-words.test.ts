import { expect, test } from 'vitest'
import { afterVerb } from './verb-words.ts'

test.each([
  ['award 10012', '10012'],
  ['Award points to margaret smith', 'margaret smith'],
  ['awa', ''],
  ['award poi', ''],
  ['points 10012', '10012'],
  ['award to ann', 'ann'],
  ['aw', null],
  ['margaret award', null],
  ['', null],
])('after the verb of ‘%s’ comes %j', (text, rest) => {
  expect(afterVerb('Award points to', text)).toBe(rest)
})
