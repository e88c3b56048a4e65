import { randomBytes } from 'node:crypto'
import { createHub } from '#hub'
import { readSettings } from '#platform/settings'
import { demoPassword } from '#server/demo/access'

// The real server, with a super administrator signed in.
const databaseUrl = process.argv[2]!
const settings = readSettings({ DATABASE_URL: databaseUrl, PORT: '0', HUB_LOG_LEVEL: 'silent' })
const hub = await createHub({ settings, databaseUrl, secret: randomBytes(32).toString('hex') })
const url = await hub.app.listen({ port: 0, host: '127.0.0.1' })
const signedIn = await fetch(`${url}/identity/sign-in`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'super@hub.example', password: demoPassword }),
})
const { token } = (await signedIn.json()) as { token: string }
process.send!({ url, token })
process.on('disconnect', () => process.exit(0))
