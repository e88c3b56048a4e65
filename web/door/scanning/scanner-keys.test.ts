import { expect, test } from 'vitest'
import { createEars, createGuard, type Heard } from './scanner-keys.ts'

/** Presses keys so far apart, in a field that fills with them if there is one; what was heard of it. */
function press(keys: readonly string[], apartMs: number, field: string | null = null) {
  const hear = createEars()
  const heard: Heard[] = []
  let at = 0
  let value = field
  for (const key of keys) {
    const found = hear({ key, at: (at += apartMs), field: value })
    if (found) heard.push(found)
    if (value !== null && key.length === 1) value += key
  }
  return heard
}

const scan = (code: string, end = 'Enter') => [...code, end]

test.each(['Enter', 'Tab'])('twenty codes in a row that end with %s are twenty', (end) => {
  const codes = Array.from({ length: 20 }, (_, i) => `CARD-${i}`)
  const heard = press(
    codes.flatMap((code) => scan(code, end)),
    20,
  )
  expect(heard.map(({ code }) => code)).toEqual(codes)
})

test('capitals are typed with a key of their own, which is no letter', () => {
  expect(press(['Shift', 'A', 'Shift', 'B', '1', '2', 'Enter'], 10)).toEqual([{ code: 'AB12', before: null }])
})

test('what people type is theirs', () => {
  expect(press(scan('LIBRARY42'), 150)).toEqual([])
  expect(press(scan('LIBRARY42'), 150, '')).toEqual([])
  // The last letters of a word can be quick.
  expect(press(['a', 'r', 'Enter'], 20, 'Paid at the b')).toEqual([])
})

test('typed into a field, it is taken out of it again', () => {
  expect(press(scan('LIBRARY42'), 10, 'Paid at')).toEqual([{ code: 'LIBRARY42', before: 'Paid at' }])
  expect(press(scan('10001', 'Tab'), 10, '')).toEqual([{ code: '10001', before: '' }])
  // A card of five digits, while somebody writes why the one before is let in.
  expect(press(scan('10001'), 50, 'Paid at')).toEqual([{ code: '10001', before: 'Paid at' }])
  expect(press(scan('101'), 50, 'Paid at')).toEqual([{ code: '101', before: 'Paid at' }])
})

test('a lone Enter or Tab is a press of a button, or a step to the next', () => {
  expect(press(['Enter', 'Tab', 'a', 'Enter'], 10)).toEqual([])
})

/** The keys that do nothing where they were pressed, so far apart. */
function kept(keys: readonly string[], apartMs: number, on: 'field' | 'list' | 'other') {
  const isToBeKept = createGuard()
  let at = 0
  return keys.filter((key) => isToBeKept({ key, at: (at += apartMs), on }))
}

test('a code that is scanned while a list has the focus chooses nothing in it', () => {
  expect(kept(scan('1st 42'), 10, 'list')).toEqual([...'1st 42'])
  // The keys of a person that choose: a space opens it, arrows go through it.
  expect(kept([' ', 'ArrowDown', 'ArrowUp'], 150, 'list')).toEqual([])
})

test('nor does a space in it press a button that has the focus', () => {
  expect(kept(scan('A 1 2'), 10, 'other')).toEqual([' ', '1', ' ', '2'])
  expect(kept([' ', 'Enter', ' '], 150, 'other')).toEqual([])
})

test('in a field all of it is typed, and taken out again', () => {
  expect(kept(scan('A 1 2'), 10, 'field')).toEqual([])
})
