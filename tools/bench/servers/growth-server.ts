import { randomBytes } from 'node:crypto'
import { createHub } from '#hub'
import { readSettings } from '#platform/settings'

// The real server, and the work behind its jobs, each turn of which is done when it is asked for.
const [databaseUrl = ''] = process.argv.slice(2)
const settings = readSettings({ DATABASE_URL: databaseUrl, PORT: '0', HUB_LOG_LEVEL: 'silent' })
const hub = await createHub({ settings, databaseUrl, secret: randomBytes(32).toString('hex') })
process.on('message', ({ task, payload }: { task: string; payload: object }) => {
  hub.tasks[task]!(payload as never, { isLast: false }).then(
    () => process.send!({}),
    (error: unknown) => process.send!({ failure: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send!({ url: await hub.app.listen({ port: 0, host: '127.0.0.1' }) })
