import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { demoPassword } from '#server/demo/access'
import { cloneDatabase } from '#tests/database.ts'
import { people } from '#tests/hub.ts'
import { startServer } from '#tests/processes/server.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  database = await cloneDatabase()
  server = await startServer(
    {
      DATABASE_URL: database.url,
      HUB_LOG_LEVEL: 'silent',
      // Less than a fifth of what 3 × 5,000 descriptions of the API would take.
      NODE_OPTIONS: '--max-old-space-size=256',
    },
    // The description is made of the contract's files.
    { isUnbundled: true },
  )
})
afterAll(async () => {
  await server.stop()
  await database.drop()
})

/** Sends a request very often on one connection, and reads nothing. */
function flood(path: string, times: number): Socket {
  const { port, hostname } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: hub.example\r\n\r\n`.repeat(times))
  return socket
}

test.each(['/api/openapi.json', '/api/docs', '/health/ready', '/health/live', '/', '/nowhere/at/all'])(
  'thousands of %s on few connections, whose answers nobody reads, shut out nobody',
  async (path) => {
    const floods = Array.from({ length: 3 }, () => flood(path, 5_000))
    const signIn = await fetch(new URL(api.signIn.path, server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: people.finance, password: demoPassword }),
    })
    expect(signIn.status).toBe(200)
    expect((await fetch(new URL('/health/ready', server.url))).status).toBe(200)
    for (const socket of floods) socket.destroy()
  },
)
