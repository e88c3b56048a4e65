import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { cloneDatabase } from '#tests/database.ts'
import { requireSteadyReplica, requireWays } from './way.ts'

afterEach(() => void vi.useRealTimers())

/** Something that takes connections and says nothing: a machine that hangs, a proxy with nobody behind it. */
async function openSilence() {
  const taken = new Set<Socket>()
  const server = createServer((socket) => taken.add(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://hub@127.0.0.1:${port}/hub`,
    isAsked: () => taken.size > 0,
    close: () => {
      for (const socket of taken) socket.destroy()
      server.close()
    },
  }
}

test('a replica that says nothing keeps nobody from starting, a database that says nothing refuses it', async () => {
  const silence = await openSilence()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const starting = requireSteadyReplica(silence.url)
  const refused = requireWays({ databaseUrl: silence.url }).catch(String)
  await vi.waitUntil(silence.isAsked)
  await vi.advanceTimersByTimeAsync(10_000)
  await expect(starting).resolves.toBeUndefined()
  expect(await refused).toBe('Error: timeout expired')
  silence.close()
})

test('a replica that lets nobody in keeps nobody from starting', async () => {
  const clone = await cloneDatabase()
  const url = new URL(clone.url)
  url.password = 'wrong'
  await expect(requireSteadyReplica(url.href)).resolves.toBeUndefined()
  url.pathname = '/not-there'
  await expect(requireSteadyReplica(url.href)).resolves.toBeUndefined()
  await clone.drop()
})
