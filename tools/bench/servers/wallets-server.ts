import { randomBytes } from 'node:crypto'
import { createHub } from '#hub'
import { runJobs } from '#platform/job-runner'
import { readSettings } from '#platform/settings'
import { demoPassword } from '#server/demo/access'

// The real server with its jobs in the same process, as `npm start` has them, and its pushes to the benchmark.
const [databaseUrl = '', pushUrl = ''] = process.argv.slice(2)
const settings = readSettings({
  DATABASE_URL: databaseUrl,
  PORT: '0',
  HUB_LOG_LEVEL: 'silent',
  HUB_APPLE_PUSH_URL: pushUrl,
})
const hub = await createHub({ settings, databaseUrl, secret: randomBytes(32).toString('hex') })
const url = await hub.app.listen({ port: 0, host: '127.0.0.1' })
await runJobs(databaseUrl, hub.tasks, hub.schedule, (task, error) => {
  process.stderr.write(`${task}: ${String(error)}\n`)
})
const signedIn = await fetch(`${url}/identity/sign-in`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'super@hub.example', password: demoPassword }),
})
const { token } = (await signedIn.json()) as { token: string }
process.send!({ url, token })
process.on('disconnect', () => process.exit(0))
