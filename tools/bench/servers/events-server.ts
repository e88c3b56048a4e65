import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import { createHub } from '#hub'
import { readSettings } from '#platform/settings'
import { demoPassword } from '#server/demo/access'

// One process takes scans twice: through the whole path, and bare, with one indexed read and one insert.
const databaseUrl = process.argv[2]!
const settings = readSettings({ DATABASE_URL: databaseUrl, PORT: '0', HUB_LOG_LEVEL: 'silent' })
const hub = await createHub({ settings, databaseUrl, secret: randomBytes(32).toString('hex') })
const full = await hub.app.listen({ port: 0, host: '127.0.0.1' })

const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
await pool.query(
  `create table bench_scan (scan_id text primary key, member_id text not null, scanned_at timestamptz not null)`,
)
const bareApp = Fastify()
bareApp.post<{ Body: { ScanId: string; Code: string; ScannedAt: string } }>('/scans', async ({ body }) => {
  const { rows } = await pool.query<{ id: string; name: string }>({
    name: 'read',
    text: `select member_id as id, first_name as name from member where business_id = $1 and membership_number = $2`,
    values: ['summit-bowls', body.Code],
  })
  const [member] = rows
  await pool.query({
    name: 'write',
    text: 'insert into bench_scan (scan_id, member_id, scanned_at) values ($1, $2, $3)',
    values: [body.ScanId, member?.id, body.ScannedAt],
  })
  return { ScanId: body.ScanId, Member: member }
})
const bare = await bareApp.listen({ port: 0, host: '127.0.0.1' })

const signedIn = await fetch(`${full}/identity/sign-in`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'super@hub.example', password: demoPassword }),
})
const { token } = (await signedIn.json()) as { token: string }
process.send!({ full, bare, token })
process.on('disconnect', () => process.exit(0))
