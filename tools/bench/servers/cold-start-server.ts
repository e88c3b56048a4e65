import { randomBytes } from 'node:crypto'
import { createHub } from '#hub'
import { readSettings } from '#platform/settings'

// The real server with the built pages, as people reach it.
const databaseUrl = process.argv[2]!
const settings = readSettings({ DATABASE_URL: databaseUrl, PORT: '0', HUB_LOG_LEVEL: 'silent' })
const hub = await createHub({ settings, databaseUrl, secret: randomBytes(32).toString('hex') })
const url = await hub.app.listen({ port: 0, host: '127.0.0.1' })
process.send!({ url })
process.on('disconnect', () => process.exit(0))
