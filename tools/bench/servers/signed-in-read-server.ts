import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { endpoint, may } from '#contract/endpoint.ts'
import { createHub } from '#hub'
import type { Handlers } from '#platform/call'
import { mount } from '#platform/http'
import { readSettings } from '#platform/settings'
import { demoPassword } from '#server/demo/access'

// One process serves the same SQL twice: through the whole path, and bare. The parent measures both in turn.
const databaseUrl = process.argv[2]!

const text =
  'select venue_no as "VenueNo", display_name as "DisplayName", enabled as "Enabled" from venue where business_id = $1 and venue_no = $2'

const table = {
  getVenueForBench: endpoint({
    method: 'GET',
    path: '/api/bench/{businessId}/venues/{venueNo}',
    title: 'A venue, for measuring',
    access: may('Member.ReadDetails'),
    shows: ['venue'],
    output: z.object({ VenueNo: z.string(), DisplayName: z.string(), Enabled: z.boolean() }),
  }),
}
const handlers: Handlers<typeof table> = {
  getVenueForBench: ({ db, params }) =>
    db.one(sql`select venue_no as "VenueNo", display_name as "DisplayName", enabled as "Enabled"
      from venue where business_id = ${params.businessId} and venue_no = ${params.venueNo}`),
}

const settings = readSettings({ DATABASE_URL: databaseUrl, PORT: '0', HUB_LOG_LEVEL: 'silent' })
const hub = await createHub({ settings, databaseUrl, secret: randomBytes(32).toString('hex') })
mount(hub.app, hub.platform, table, handlers)
const full = await hub.app.listen({ port: 0, host: '127.0.0.1' })

const bareApp = Fastify()
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
bareApp.get<{ Params: { businessId: string; venueNo: string } }>(
  '/api/bench/:businessId/venues/:venueNo',
  async (request) => {
    const { rows } = await pool.query(text, [request.params.businessId, request.params.venueNo])
    return rows[0]
  },
)
const bare = await bareApp.listen({ port: 0, host: '127.0.0.1' })

const signedIn = await fetch(`${full}/identity/sign-in`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'admin@harbourside.example', password: demoPassword }),
})
const { token } = (await signedIn.json()) as { token: string }
process.send!({ full, bare, token })
process.on('disconnect', () => process.exit(0))
