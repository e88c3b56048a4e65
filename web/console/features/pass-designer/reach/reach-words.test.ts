import { expect, test } from 'vitest'
import { reachSentence, rolloutWords } from './reach-words.ts'

test('says on how many phones a change will be seen, and how far it has come', () => {
  expect(reachSentence({ Apple: 800, Google: 404, Rollout: null })).toBe(
    'This will update 1,204 passes on phones: 800 Apple, 404 Google.',
  )
  expect(reachSentence({ Apple: 1, Google: 0, Rollout: null })).toBe(
    'This will update 1 pass on phones: 1 Apple, 0 Google.',
  )
  expect(reachSentence({ Apple: 0, Google: 0, Rollout: null })).toBeNull()
  expect(rolloutWords({ Told: 1000, Total: 1204 })).toBe('1,000 of 1,204')
})
