import pg from 'pg'
import { serialize } from 'pg-protocol'

// What we use of pg's insides; its types don't cover them. The exact version of pg is pinned for that reason.
type Connection = { readonly stream: { write(bytes: Uint8Array): unknown } }
type QueryInside = pg.Query & {
  queryMode: 'extended'
  prepare(connection: Connection): void
  handleCommandComplete(message: object, connection: Connection): void
}
type Callback = (error: Error | null, result: pg.QueryResult) => void

const Query = pg.Query as unknown as new (text: string, values: unknown[], callback: Callback) => QueryInside

/**
 * A query that tells the database its business first, both in one batch with one Sync: one round trip, and the
 * setting ends with the batch, so nothing is left on the connection for the next user of it.
 */
export class TenantQuery extends Query {
  readonly #tenant: string
  #tenantIsSet = false

  constructor(tenant: string, text: string, values: unknown[], callback: Callback) {
    super(text, values, callback)
    this.queryMode = 'extended'
    this.#tenant = tenant
  }

  override prepare(connection: Connection): void {
    connection.stream.write(messagesFor(this.#tenant))
    super.prepare(connection)
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    if (this.#tenantIsSet) super.handleCommandComplete(message, connection)
    this.#tenantIsSet = true
  }
}

// It returns no row, so the only trace of it in the answer is one CommandComplete.
const setTenant = "select where set_config('app.business_id', $1, true) is null"

// The same bytes for every query of a business: made once, sent in one piece.
const known = new Map<string, Uint8Array>()
const mostKnown = 10_000

function messagesFor(tenant: string): Uint8Array {
  const earlier = known.get(tenant)
  if (earlier) return earlier
  const messages = Buffer.concat([
    serialize.parse({ text: setTenant }),
    serialize.bind({ values: [tenant] }),
    serialize.execute({}),
  ])
  if (known.size >= mostKnown) known.clear()
  known.set(tenant, messages)
  return messages
}
