import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import { createHub } from '#hub'
import { readSettings } from '#platform/settings'
import { demoPassword } from '#server/demo/access'

// One process takes scans three times: through the whole path, as one statement that does the same, and bare, with one
// indexed read and one insert.
const databaseUrl = process.argv[2]!
const settings = readSettings({ DATABASE_URL: databaseUrl, PORT: '0', HUB_LOG_LEVEL: 'silent' })
const hub = await createHub({ settings, databaseUrl, secret: randomBytes(32).toString('hex') })
const full = await hub.app.listen({ port: 0, host: '127.0.0.1' })

// A plan is made once, as for Hub's own scans.
const options = '-c plan_cache_mode=force_generic_plan'
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, options })
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

// The leanest that answers the same: one statement, prepared, which looks up whom a code means, judges them by the event's
// filter, writes the scan down with all that is kept of one, and is the only one to let them in that day.
await pool.query(`
  create table bench_entry (business_id text not null, event_id text not null, scan_id text not null, member_id text,
    code text not null, result text not null, told_as text, occasion text not null, scanned_at timestamptz not null,
    received_at timestamptz not null default now(), device_time timestamptz, device_name text not null,
    actor_id text not null, actor_name text not null, primary key (business_id, event_id, scan_id));
  create unique index on bench_entry (business_id, event_id, occasion, member_id) where result = 'Valid'`)
const leanest = `
  with found as (
    select m.member_id, m.first_name as "FirstName", m.last_name as "LastName", m.membership_number as "MembershipNumber",
      coalesce(level.value, m.member_level) as "MemberLevelDescription",
      extract(year from m.birth_date)::int as "BirthYear", p.photo_id as "PhotoId"
    from scan_code c join member m on m.business_id = c.business_id and m.member_id = c.holder_id
    left join option_list_item level
      on level.business_id = m.business_id and level.list = 'MemberLevel' and level.key = m.member_level
    left join member_photo p on p.business_id = m.business_id and p.member_id = m.member_id
    where c.business_id = $1 and c.code_key = $4 and c.holder_kind = 'Member' and m.deleted_at is null
      and m.status is distinct from 'Suspended' and m.membership_type is distinct from 'Honorary'
      and m.gender = any('{Male,Female,Other}')
  ), stored as (
    insert into bench_entry (business_id, event_id, scan_id, member_id, code, result, told_as, occasion, scanned_at,
      device_time, device_name, actor_id, actor_name)
    select $1, $2, $3, found.member_id, $4, 'Valid', 'Valid', $5, now(), $6, $7, $8, $9 from found
    on conflict do nothing returning scanned_at
  )
  select found.*, stored.scanned_at from found, stored`
type Scan = { ScanId: string; Code: string; ScannedAt: string; DeviceName: string }
bareApp.post<{ Body: Scan }>('/same', async ({ body }) => {
  const { ScanId, Code, ScannedAt, DeviceName } = body
  const { rows } = await pool.query({
    name: 'leanest',
    text: leanest,
    values: ['summit-bowls', 'bench', ScanId, Code, 'today', ScannedAt, DeviceName, 'bench', 'Bench'],
  })
  if (rows.length === 0) return { ScanId, Result: 'NotEligible', Member: null }
  const { member_id: _, scanned_at: at, ...Member } = rows[0]
  const rest = { IsUndone: false, Direction: 'In', IsLetInTwice: false }
  return { ScanId, Result: 'Valid', Reason: null, Member, ScannedAt: at.toISOString(), ...rest }
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
