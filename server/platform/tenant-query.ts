import pg from 'pg'
import { serialize } from 'pg-protocol'

// What we use of pg's insides; its types don't cover them. The exact version of pg is pinned for that reason.
type Connection = {
  readonly stream: { write(bytes: Uint8Array): unknown }
  readonly parsedStatements: object
  readonly submittedNamedStatements: object
}
type Writer = {
  parse(message: Parameters<typeof serialize.parse>[0]): unknown
  bind(message: Parameters<typeof serialize.bind>[0]): unknown
  describe(message: Parameters<typeof serialize.describe>[0]): unknown
  execute(message: Parameters<typeof serialize.execute>[0]): unknown
  close(message: Parameters<typeof serialize.close>[0]): unknown
  sync(): unknown
}
type QueryInside = pg.Query & {
  queryMode: 'extended'
  name: string | undefined
  prepare(connection: Connection): void
  handleCommandComplete(message: object, connection: Connection): void
}
type Callback = (error: Error | null, result: pg.QueryResult) => void

const Query = pg.Query as unknown as new (text: string, values: unknown[], callback: Callback) => QueryInside

// It returns no row, so the only trace of it in the answer is one CommandComplete.
const setTenant = {
  name: 'hub_tenant',
  text: "select where set_config('app.business_id', $1, true) is null",
}

/** Has a new connection parse the statement that every tenant query begins with. */
export async function prepareForTenants(client: pg.ClientBase): Promise<void> {
  await client.query({ ...setTenant, values: [''] })
}

/**
 * A query that tells the database its business first, both in one batch with one Sync: one round trip, and the
 * setting ends with the batch, so nothing is left on the connection for the next user of it.
 */
export class TenantQuery extends Query {
  readonly #tenant: string
  #tenantIsSet = false

  constructor(tenant: string, name: string | undefined, text: string, values: unknown[], callback: Callback) {
    super(text, values, callback)
    this.queryMode = 'extended'
    this.name = name
    this.#tenant = tenant
  }

  // The messages of the batch in one piece: each piece of its own costs the connection as much as all of them.
  override prepare(connection: Connection): void {
    const pieces: Uint8Array[] = [messagesFor(this.#tenant)]
    const { parsedStatements, submittedNamedStatements } = connection
    super.prepare({
      parsedStatements,
      submittedNamedStatements,
      parse: (message) => pieces.push(serialize.parse(message)),
      bind: (message) => pieces.push(serialize.bind(message)),
      describe: (message) => pieces.push(serialize.describe(message)),
      execute: (message) => pieces.push(serialize.execute(message)),
      close: (message) => pieces.push(serialize.close(message)),
      sync: () => pieces.push(serialize.sync()),
    } as Writer & Connection)
    connection.stream.write(Buffer.concat(pieces))
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    if (this.#tenantIsSet) super.handleCommandComplete(message, connection)
    this.#tenantIsSet = true
  }
}

// The same bytes for every query of a business: made once, sent in one piece.
const known = new Map<string, Uint8Array>()
const mostKnown = 10_000

function messagesFor(tenant: string): Uint8Array {
  const earlier = known.get(tenant)
  if (earlier) return earlier
  const bind = serialize.bind({ statement: setTenant.name, values: [tenant] })
  const messages = Buffer.concat([bind, serialize.execute({})])
  if (known.size >= mostKnown) known.clear()
  known.set(tenant, messages)
  return messages
}
