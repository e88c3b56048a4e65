import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cloneDatabase, superuserUrl } from '#tests/database.ts'
import { listenForever } from './listen.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

// AuthenticationOk, and ReadyForQuery.
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

/** A PostgreSQL that takes a connection, and answers to nothing that is said on it. */
async function openDeaf() {
  const [open, heard] = [new Set<Socket>(), [] as string[]]
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined).once('close', () => open.delete(socket))
    socket.once('data', () => {
      socket.write(welcome)
      socket.on('data', (said) => heard.push(said.toString('latin1')))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `postgres://hub@127.0.0.1:${port}/hub`, open, heard, server }
}

test('a connection on which listening is not answered is given up, and the next is opened', async () => {
  const { url, open, heard, server } = await openDeaf()
  let missed = 0
  const line = listenForever(
    url,
    ['access_changed'],
    () => undefined,
    () => missed++,
  )
  await vi.waitFor(() => expect(heard).toEqual([expect.stringContaining('listen access_changed')]))
  await vi.advanceTimersByTimeAsync(10_000)
  await vi.waitFor(() => expect(heard).toHaveLength(2))
  expect([missed, open.size, line.isListening()]).toEqual([1, 1, false])
  await line.close()
  server.close()
})

test('what was sent between a loss and the next connection is said to be missed once that listens', async () => {
  vi.useRealTimers()
  const { url, drop } = await cloneDatabase()
  const owner = new pg.Client(superuserUrl(url))
  await owner.connect()
  const heard: (string | boolean)[] = []
  const line = listenForever(
    url,
    ['access_changed'],
    (_, subject) => heard.push(subject),
    () => heard.push(line.isListening()),
  )
  const isListening = () => line.isListening()
  await vi.waitFor(() => expect(isListening()).toBe(true))
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'hub-listen'`,
  )
  await vi.waitFor(() => expect(isListening()).toBe(false))
  await owner.query(`select pg_notify('access_changed', 'unheard')`)
  await vi.waitFor(() => expect(isListening()).toBe(true), { timeout: 10_000 })
  await owner.query(`select pg_notify('access_changed', 'heard')`)
  await vi.waitFor(() => expect(heard).toEqual([true, false, true, 'heard']))
  await line.close()
  await owner.end()
  await drop()
})
