import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { fetchInTime } from './index.ts'

let server: Server
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

async function serve(answer: Parameters<typeof createServer>[1]): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('whoever never answers is given up', async () => {
  const url = await serve(() => undefined)
  await expect(fetchInTime(url, { withinMs: 50 })).rejects.toThrow(/aborted due to timeout/)
})

test('so is whoever begins to answer and never ends', async () => {
  const url = await serve((_request, answer) => void answer.writeHead(200).write('{'))
  const read = async () => (await fetchInTime(url, { withinMs: 500 })).text()
  await expect(read()).rejects.toThrow(/aborted due to timeout/)
})

test('whoever answers in time is heard', async () => {
  const url = await serve((_request, answer) => void answer.end('here'))
  expect(await (await fetchInTime(url, { withinMs: 60_000 })).text()).toBe('here')
})
