import { EventEmitter } from 'node:events'
import type { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyReply } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Changes } from '#platform/database'
import { type LiveStream, sendStream } from './live-stream.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** A message, and then silence. */
async function* oneMessage() {
  yield 'data: 1\n\n'
  await new Promise(() => undefined)
}

function listen(isStillAllowed: () => Promise<boolean>, messages: () => LiveStream = oneMessage) {
  const changes = new EventEmitter<Changes>()
  let sent: Readable | undefined
  const raw = new EventEmitter()
  const reply = { raw, type: () => reply, send: (content: Readable) => (sent = content) }
  sendStream(reply as unknown as FastifyReply, messages(), {
    listener: 'reception',
    changes,
    isStillAllowed,
  })
  return { changes, chunks: sent![Symbol.asyncIterator](), hangUp: () => raw.emit('close') }
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

test('what was sent is kept by nobody, however long the stream lasts', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const [messages, bytes] = [500, 100_000]
  const { chunks } = listen(
    async () => true,
    async function* () {
      for (let count = 0; ; count++) yield Buffer.alloc(bytes, count).toString('latin1')
    },
  )
  const heapAfter = async (count: number) => {
    for (let sent = 0; sent < count; sent++) await chunks.next()
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = await heapAfter(50)
  expect((await heapAfter(messages)) - before).toBeLessThan((messages * bytes) / 5)
  await chunks.return?.()
})

test('one listener has so many at once, and gets another when one has ended', async () => {
  const open: ReturnType<typeof listen>[] = []
  expect(() => {
    for (;;) open.push(listen(async () => true))
  }).toThrow('Too many live views are open. Close some of them.')
  expect(open.length).toBeGreaterThan(20)
  open[0]!.hangUp()
  expect(() => listen(async () => true)).not.toThrow()
  expect(() => listen(async () => true)).toThrow('Too many live views')
})

test('who is gone before it begins takes no place', () => {
  const changes = new EventEmitter<Changes>()
  const raw = Object.assign(new EventEmitter(), { destroyed: true })
  const reply = { raw, type: () => reply, send: () => undefined }
  const isStillAllowed = async () => true
  for (let count = 0; count < 100; count++)
    expect(() =>
      sendStream(reply as unknown as FastifyReply, oneMessage(), {
        listener: 'gone',
        changes,
        isStillAllowed,
      }),
    ).not.toThrow()
})
