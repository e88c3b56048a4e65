import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import type { Endpoint } from '#contract/endpoint.ts'
import { startTestHub, type TestHub } from '#tests/hub.ts'

// What an operator may set takes effect: a server with little of everything.
let hub: TestHub
beforeAll(async () => {
  const little = {
    HUB_STATEMENT_SECONDS: '1',
    HUB_EXPORT_CONNECTIONS: '1',
    HUB_HTTP_CONNECTIONS: '10',
    HUB_BODY_KB: '64',
    HUB_OPEN_BODY_KB: '8',
    HUB_UPLOAD_KB: '96',
  }
  hub = await startTestHub(little, (app) =>
    app.get('/slow', async () => hub.database.forTenant('harbourside').rows(sql`select pg_sleep(30)`)),
  )
})
afterAll(() => hub.close())

const send = async (
  method: 'POST' | 'PUT',
  url: string,
  payload: string,
  headers: Record<string, string> = {},
) =>
  hub.app.inject({
    method,
    url,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  })

test('a statement is given up after its time', async () => {
  const answer = await hub.app.inject('/slow')
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({
    ErrorMessage: 'This took too long, and was given up. Try again in a moment.',
  })
})

test('bodies are as large as was set: of strangers, of users, of uploads', async () => {
  const body = (kilobytes: number) => JSON.stringify({ email: 'x'.repeat(kilobytes * 1024) })
  const stranger = (kilobytes: number) => send(api.signIn.method, api.signIn.path, body(kilobytes))
  expect((await stranger(7)).statusCode).toBe(400)
  expect((await stranger(9)).statusCode).toBe(413)

  const authorization = `Bearer ${await hub.tokenOf('admin@harbourside.example')}`
  const user = ({ method, path }: Endpoint, kilobytes: number) =>
    send(
      method as 'POST' | 'PUT',
      path.replace('{businessId}', 'harbourside').replace(/\{\w+\}/, 'x'),
      body(kilobytes),
      { authorization },
    )
  expect((await user(api.createMember, 63)).statusCode).toBe(400)
  expect((await user(api.createMember, 65)).statusCode).toBe(413)

  // A picture has more than other bodies.
  expect((await user(api.setMemberPhoto, 95)).statusCode).toBe(400)
  expect((await user(api.setMemberPhoto, 97)).statusCode).toBe(413)
})

test('so many may be connected, and one who leaves makes room', async () => {
  await hub.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = hub.app.addresses()[0] as AddressInfo
  const open = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.write('GET /health/live HTTP/1.1\r\nhost: hub\r\n\r\n')
    return { socket, answer: await Promise.race([once(socket, 'data'), once(socket, 'close')]) }
  }
  const isAnswered = ({ answer: [data] }: { answer: unknown[] }) => data instanceof Buffer
  const sockets: { socket: Socket; answer: unknown[] }[] = []
  for (let count = 0; count < 10; count++) sockets.push(await open())
  expect(sockets.every(isAnswered)).toBe(true)
  expect(isAnswered(await open())).toBe(false)
  const leaving = once(sockets[0]!.socket, 'close')
  sockets[0]!.socket.destroy()
  await leaving
  await expect.poll(async () => isAnswered(await open())).toBe(true)
  for (const { socket } of sockets) socket.destroy()
})

test('exports have the connections that were set, and each business at least one of them', () => {
  expect(hub.database.copies.options.max).toBe(1)
})
