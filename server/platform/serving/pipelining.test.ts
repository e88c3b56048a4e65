import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { readSettings } from '#platform/settings'
import { createServer } from './server.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** A server whose answers wait until they are let go, and the requests that have come to it. */
async function listening() {
  const app = createServer(readSettings({ HUB_LOG_LEVEL: 'silent' }))
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  const came: string[] = []
  app.get('/:number', async (request) => {
    came.push(request.url)
    await gate
    return { is: request.url }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  stops.push(() => app.close())
  const { port } = app.server.address() as { port: number }
  return { port, came, letGo }
}

const requests = (count: number) =>
  Array.from({ length: count }, (_, i) => `GET /${i} HTTP/1.1\r\nHost: hub.example\r\n\r\n`).join('')

test('some requests sent ahead on one connection are answered in their order', async () => {
  const { port, letGo } = await listening()
  const socket = connect(port, '127.0.0.1')
  socket.write(requests(20))
  letGo()
  let text = ''
  for await (const chunk of socket) {
    text += String(chunk)
    if (text.includes('{"is":"/19"}')) break
  }
  expect(text.match(/\{"is":"[^"]+"\}/g)).toEqual(Array.from({ length: 20 }, (_, i) => `{"is":"/${i}"}`))
})

test('a connection that sends thousands ahead is ended, and next to nothing of it is worked on', async () => {
  const { port, came, letGo } = await listening()
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(requests(5_000))
  await new Promise((resolve) => socket.once('close', resolve))
  expect(came.length).toBeLessThanOrEqual(20)
  letGo()
  const next = await fetch(`http://127.0.0.1:${port}/next`)
  expect(await next.json()).toEqual({ is: '/next' })
})

test('many requests one after the other on one connection are no crowd', async () => {
  const { port, letGo } = await listening()
  letGo()
  const socket = connect(port, '127.0.0.1')
  const chunks = socket[Symbol.asyncIterator]()
  for (let i = 0; i < 100; i++) {
    socket.write(requests(1))
    expect(String((await chunks.next()).value)).toContain('{"is":"/0"}')
  }
  socket.destroy()
})
