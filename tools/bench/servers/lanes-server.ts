import { randomBytes } from 'node:crypto'
import { createHub } from '#hub'
import { runJobs } from '#platform/job-runner'
import { readSettings } from '#platform/settings'
import { queueMany } from '#server/messaging'

// The real server with its jobs in the same process, as `npm start` has them, and its letters to the benchmark.
const [databaseUrl = '', smtpUrl = '', invitations = '0'] = process.argv.slice(2)
const settings = readSettings({
  DATABASE_URL: databaseUrl,
  PORT: '0',
  HUB_LOG_LEVEL: 'silent',
  HUB_SMTP_URL: smtpUrl,
})
const hub = await createHub({ settings, databaseUrl, secret: randomBytes(32).toString('hex') })
const url = await hub.app.listen({ port: 0, host: '127.0.0.1' })
const letters = Array.from({ length: Number(invitations) }, (_, i) => {
  const link = `https://hub.example/claim/p-${randomBytes(12).toString('hex')}`
  const to = `invited-${i}@example.org`
  return { kind: 'digital membership', to, subject: 'Your card', body: `It is here: ${link}`, secret: link }
})
for (let i = 0; i < letters.length; i += 500)
  await hub.database.transaction('harbourside', (tx) =>
    queueMany(tx, 'email', 'bulk', letters.slice(i, i + 500)),
  )
await runJobs(databaseUrl, hub.tasks, hub.schedule, (task, error) => {
  process.stderr.write(`${task}: ${String(error)}\n`)
})
process.send!({ url })
process.on('disconnect', () => process.exit(0))
