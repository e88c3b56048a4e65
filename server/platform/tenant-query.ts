import pg from 'pg'

// What we use of pg's connection; its types don't cover it. The exact version of pg is pinned for that reason.
type Connection = {
  parse(message: { text: string; name: string }): void
  bind(message: { portal: string; statement: string; values: string[] }): void
  execute(message: { portal: string; rows: number }): void
}
type Preparable = {
  prepare(connection: Connection): void
  handleCommandComplete(message: object, connection: Connection): void
}

// It returns no row, so the only trace of it in the answer is one CommandComplete.
const setTenant = "select where set_config('app.business_id', $1, true) is null"

const Query = pg.Query as unknown as new (config: {
  text: string
  values: unknown[]
  types: pg.CustomTypesConfig
  queryMode: 'extended'
}) => Preparable & pg.Query

/**
 * A query that tells the database its business first, both in one batch with one Sync: one round trip, and the
 * setting ends with the batch, so nothing is left on the connection for the next user of it.
 */
export class TenantQuery extends Query {
  #tenant: string
  #tenantIsSet = false

  constructor(tenant: string, text: string, values: unknown[], types: pg.CustomTypesConfig) {
    super({ text, values, types, queryMode: 'extended' })
    this.#tenant = tenant
  }

  override prepare(connection: Connection): void {
    connection.parse({ text: setTenant, name: '' })
    connection.bind({ portal: '', statement: '', values: [this.#tenant] })
    connection.execute({ portal: '', rows: 0 })
    super.prepare(connection)
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    if (this.#tenantIsSet) super.handleCommandComplete(message, connection)
    this.#tenantIsSet = true
  }
}
