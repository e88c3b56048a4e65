import { randomBytes } from 'node:crypto'
import { createHub } from '#hub'
import { readSettings } from '#platform/settings'
import { demoPassword } from '#server/demo/access'
import { serveBare } from '#tools/bench/members-bare.ts'

// The real server, signed in to, in a process of its own; with the driver of that name, if one is given.
const [, , databaseUrl = '', HUB_DATABASE_DRIVER] = process.argv
const settings = readSettings({
  DATABASE_URL: databaseUrl,
  HUB_DATABASE_DRIVER,
  PORT: '0',
  HUB_LOG_LEVEL: 'silent',
})
const hub = await createHub({ settings, databaseUrl, secret: randomBytes(32).toString('hex') })
const url = await hub.app.listen({ port: 0, host: '127.0.0.1' })
const signedIn = await fetch(`${url}/identity/sign-in`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'super@hub.example', password: demoPassword }),
})
const { token } = (await signedIn.json()) as { token: string }
// Beside it, in the same process, bare routes with the leanest statements that answer the same.
const bare = await serveBare(databaseUrl, 'harbourside')
process.send!({ url, token, bare })
// How much memory it has taken from the machine, whenever that is asked.
process.on('message', () => process.send!(process.memoryUsage.rss()))
process.on('disconnect', () => process.exit(0))
