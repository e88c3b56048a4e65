import { EventEmitter } from 'node:events'
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Changes } from './database.ts'
import { sendStream } from './live-stream.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** A message, and then silence. */
async function* oneMessage() {
  yield 'data: 1\n\n'
  await new Promise(() => undefined)
}

function listen(isStillAllowed: () => Promise<boolean>) {
  const changes = new EventEmitter<Changes>()
  let sent: Readable | undefined
  const reply = { type: () => reply, send: (content: Readable) => (sent = content) }
  sendStream(reply as unknown as FastifyReply, oneMessage(), { changes, isStillAllowed })
  return { changes, chunks: sent![Symbol.asyncIterator]() }
}

test('ends when nobody announced that the session is over', async () => {
  let isOver = false
  const { chunks } = listen(async () => !isOver)
  expect((await chunks.next()).value).toBe('data: 1\n\n')
  const next = chunks.next()
  vi.advanceTimersByTime(30_000)
  isOver = true
  vi.advanceTimersByTime(30_000)
  expect((await next).done).toBe(true)
})

test('ends when it can not be found out, and then listens to nothing', async () => {
  let isAway = false
  const { changes, chunks } = listen(() =>
    isAway ? Promise.reject(new Error('the database is away')) : Promise.resolve(true),
  )
  await chunks.next()
  const next = chunks.next()
  isAway = true
  changes.emit('access', 'somebody')
  expect((await next).done).toBe(true)
  expect(changes.listenerCount('access')).toBe(0)
})

test('nothing is sent to somebody whose access ended before the first message', async () => {
  const { chunks } = listen(async () => false)
  expect((await chunks.next()).done).toBe(true)
})
