import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('one user has so many calls under way, others are let in, and all again when these are done', async () => {
  const turnOf = createTurns()
  let end = () => {}
  const held = new Promise<void>((resolve) => (end = resolve))
  const theirs = Array.from({ length: 60 }, () => turnOf('one', () => held))
  await expect(turnOf('one', async () => 1)).rejects.toMatchObject({ status: 429, retryAfter: 1 })
  expect(await turnOf('another', async () => 2)).toBe(2)
  end()
  await Promise.all(theirs)
  expect(await turnOf('one', async () => 3)).toBe(3)
  await expect(turnOf('one', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})
