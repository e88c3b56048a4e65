import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answer } from '#web/api-client.ts'
import { patiently } from './patience.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const done: Answer<string> = { ok: true, data: 'done' }
const refused = (code: string, retryAfter: string | null = '1'): Answer<string> => ({
  ok: false,
  status: code === 'busy' ? 503 : 409,
  message: 'No.',
  code,
  errors: {},
  retryAfter,
})

/** A call that is answered with these, one after the other, and the last for ever. */
function calls(...answers: Answer<string>[]) {
  return vi.fn<() => Promise<Answer<string>>>(async () =>
    answers.length > 1 ? answers.shift()! : answers[0]!,
  )
}

async function answerOf(request: () => Promise<Answer<string>>, signal?: AbortSignal) {
  const answer = patiently(request, signal)
  await vi.runAllTimersAsync()
  return answer
}

test('what the server was too busy for is tried again until it is done', async () => {
  const request = calls(refused('busy'), refused('busy', null), done)
  expect(await answerOf(request)).toBe(done)
  expect(request).toHaveBeenCalledTimes(3)
})

test('what it refused for another reason is not', async () => {
  const request = calls(refused('card_not_active'), done)
  expect(await answerOf(request)).toMatchObject({ code: 'card_not_active' })
})

test('a server that stays busy is left alone after some tries', async () => {
  const request = calls(refused('busy'))
  expect(await answerOf(request)).toMatchObject({ code: 'busy' })
  expect(request).toHaveBeenCalledTimes(5)
})

test('nobody waits unasked for something that takes half a minute', async () => {
  const request = calls(refused('busy', '30'), done)
  expect(await answerOf(request)).toMatchObject({ code: 'busy' })
})

test('whoever leaves waits no longer', async () => {
  const leaving = new AbortController()
  const request = calls(refused('busy'))
  const thrown = patiently(request, leaving.signal).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(100)
  leaving.abort()
  expect(await thrown).toMatchObject({ name: 'AbortError' })
  expect(request).toHaveBeenCalledTimes(1)
})
