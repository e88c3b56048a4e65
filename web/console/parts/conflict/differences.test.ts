import { expect, test } from 'vitest'
import { differencesIn, withTheirs } from './differences.ts'

const base = { DisplayName: 'Club', Enabled: true, Gaming: '' as string | null, Tags: ['a'] }

test('what only one has changed is theirs or mine, what both have is to be picked', () => {
  const mine = { ...base, DisplayName: 'My club', Enabled: false }
  const theirs = { ...base, DisplayName: 'Their club', Tags: ['a', 'b'] }
  expect(differencesIn({ base, mine, theirs })).toEqual([
    { key: 'DisplayName', label: 'Display name', mine: 'My club', theirs: 'Their club', suggested: '' },
    { key: 'Enabled', label: 'Enabled', mine: 'No', theirs: 'Yes', suggested: 'mine' },
    { key: 'Tags', label: 'Tags', mine: 'a', theirs: 'a · b', suggested: 'theirs' },
  ])
})

test('what reads the same is the same', () => {
  expect(differencesIn({ base, mine: base, theirs: { ...base, Gaming: null } })).toEqual([])
})

test('words of its own, and what they leave out', () => {
  const words = {
    labels: { Tags: 'Labels' },
    wordsOf: (fields: typeof base, key: keyof typeof base) => (key === 'Tags' ? 'some' : fields[key]),
  }
  const theirs = { ...base, Tags: ['b'] }
  expect(differencesIn({ base, mine: base, theirs }, words)).toEqual([])
  expect(
    differencesIn({ base, mine: base, theirs }, { ...words, sameBy: (fields, key) => fields[key] }),
  ).toEqual([{ key: 'Tags', label: 'Labels', mine: 'some', theirs: 'some', suggested: 'theirs' }])
})

test('takes theirs where that was picked', () => {
  const theirs = { ...base, DisplayName: 'Theirs', Enabled: false }
  expect(withTheirs(base, theirs, new Set(['Enabled']))).toEqual({ ...base, Enabled: false })
})
