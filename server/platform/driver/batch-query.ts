import pg from 'pg'
import { serialize } from 'pg-protocol'
import { type PlanFor, planModeOf, type Settings, type Statement, type Terms } from './driver.ts'

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
type RowDescription = { readonly fields: readonly object[] }
/** What pg makes of the description of rows, to read them by. */
type RowShape = { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: unknown }
type QueryInside = pg.Query & {
  queryMode: 'extended'
  _result: RowShape
  handleRowDescription(message: RowDescription): void
  name: string | undefined
  prepare(connection: Connection): void
  handleCommandComplete(message: object, connection: Connection): void
}
type Callback = (error: Error | null, result: pg.QueryResult) => void

const Query = pg.Query as unknown as new (text: string, values: unknown[], callback: Callback) => QueryInside

// They return no rows, so the only trace of each in the answer is one CommandComplete.
const known = {
  begin: { name: 'hub_begin', text: 'begin' },
  tenant: { name: 'hub_tenant', text: "select where set_config('app.business_id', $1, true) is null" },
  plans: {
    name: 'hub_plans',
    text: "select where set_config('plan_cache_mode', $1, true) is null",
  },
  // Both in one: each statement of its own costs the database as much as a look-up by a key.
  tenantAndPlans: {
    name: 'hub_tenant_and_plans',
    text: "select where set_config('app.business_id', $1, true) || set_config('plan_cache_mode', $2, true) is null",
  },
  commit: { name: 'hub_commit', text: 'commit' },
}

/** Has a new connection parse the statements that go before and after others. */
export async function prepareForBatches(client: pg.ClientBase): Promise<void> {
  await client.query(known.begin)
  await client.query({ ...known.tenant, values: [''] })
  await client.query({ ...known.plans, values: ['auto'] })
  await client.query({ ...known.tenantAndPlans, values: ['', 'auto'] })
  await client.query(known.commit)
}

/** Statements that go with a query, as they are sent. */
export type Escort = { readonly messages: Uint8Array; readonly statements: number }

const nobody: Escort = { messages: new Uint8Array(), statements: 0 }

const run = (statement: string, values: string[] = []) =>
  Buffer.concat([serialize.bind({ statement, values }), serialize.execute({})])

/** Tells the database the business. Outside a transaction that ends with the batch, so no trace is left on the connection. */
const tenant = perTenant((id) => ({ messages: run(known.tenant.name, [id]), statements: 1 }))

const begin: Escort = { messages: run(known.begin.name), statements: 1 }

/** From here on plans are made so. */
const plans = perPlanFor((mode) => ({ messages: run(known.plans.name, [mode]), statements: 1 }))

const tenantUnder = perPlanFor((mode) =>
  perTenant((id) => ({ messages: run(known.tenantAndPlans.name, [id, mode]), statements: 1 })),
)

function perPlanFor<Made>(make: (mode: string) => Made): Readonly<Record<PlanFor, Made>> {
  return { 'any values': make(planModeOf['any values']), 'its values': make(planModeOf['its values']) }
}

const commit: Escort = { messages: run(known.commit.name), statements: 1 }

/** A way to say what goes before and after others. */
export type Escorts = {
  readonly begin: Escort
  readonly terms: (terms: Terms) => Escort
  readonly commit: Escort
}

/** By what the connection has parsed at its start. */
export const parsedEscorts: Escorts = {
  begin,
  terms: ({ tenant: id, planFor }) => {
    if (id === undefined) return planFor === undefined ? nobody : plans[planFor]
    return planFor === undefined ? tenant(id) : tenantUnder[planFor](id)
  },
  commit,
}

const parseAndRun = (text: string, values: string[] = []): Escort => ({
  messages: Buffer.concat([serialize.parse({ text }), serialize.bind({ values }), serialize.execute({})]),
  statements: 1,
})

const spelledTenant = perTenant((id) => parseAndRun(known.tenant.text, [id]))

/** Said in full each time, on a connection that isn't ours for longer than a transaction. */
export const spelledEscorts: Escorts = {
  begin: parseAndRun(known.begin.text),
  // What is planned for one run alone is planned for its values.
  terms: ({ tenant: id }) => (id === undefined ? nobody : spelledTenant(id)),
  commit: parseAndRun(known.commit.text),
}

/** Settings that end with the transaction. */
export function settingsEscort(settings: Settings): Escort {
  const pairs = Object.entries(settings)
  const calls = pairs.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`)
  // Every one of them is called, and no row comes of it.
  return parseAndRun(`select where concat(${calls.join(', ')}) is null`, pairs.flat())
}

const result = '_result'
const shapes = new WeakMap<Connection, Map<string, RowShape>>()

function shapesOf(connection: Connection): Map<string, RowShape> {
  const ofConnection = shapes.get(connection)
  if (ofConnection) return ofConnection
  const none = new Map<string, RowShape>()
  shapes.set(connection, none)
  return none
}

/** A query with what goes before and after it, all in one batch with one Sync: one round trip. The first that fails ends it. */
export class BatchQuery extends Query {
  readonly #before: readonly Escort[]
  readonly #after: Escort
  #toSkip: number
  #shapes: Map<string, RowShape> | undefined

  constructor(
    { name, text, values }: Statement,
    { before, after = nobody }: { before: readonly Escort[]; after?: Escort | undefined },
    callback: Callback,
  ) {
    super(text, values, callback)
    this.queryMode = 'extended'
    this.name = name
    this.#before = before
    this.#after = after
    this.#toSkip = before.reduce((sum, { statements }) => sum + statements, 0)
  }

  // The messages of the batch in one piece: each piece of its own costs the connection as much as all of them.
  override prepare(connection: Connection): void {
    const pieces = this.#before.map(({ messages }) => messages)
    let after = this.#after.messages
    const { parsedStatements, submittedNamedStatements } = connection
    const isDescribed = this.#takeShape(connection)
    super.prepare({
      parsedStatements,
      submittedNamedStatements,
      parse: (message) => pieces.push(serialize.parse(message)),
      bind: (message) => pieces.push(serialize.bind(message)),
      describe: (message) => isDescribed || pieces.push(serialize.describe(message)),
      execute: (message) => pieces.push(serialize.execute(message)),
      close: (message) => {
        // A value that can't be sent: the query isn't, and nothing may follow it.
        after = nobody.messages
        pieces.push(serialize.close(message))
      },
      sync: () => pieces.push(after, serialize.sync()),
    } as Writer & Connection)
    connection.stream.write(Buffer.concat(pieces))
  }

  /** The rows of a prepared statement are the same for as long as the connection lasts: they are described once. */
  #takeShape(connection: Connection): boolean {
    if (this.name === undefined) return false
    this.#shapes = shapesOf(connection)
    const shape = this.#shapes.get(this.name)
    if (!shape) return false
    Object.assign(this, { _accumulateRows: true })
    Object.assign(this[result], shape)
    return true
  }

  override handleRowDescription(message: RowDescription): void {
    super.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this[result]
    this.#shapes?.set(this.name!, { fields, _parsers, _prebuiltEmptyResultObject })
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    if (this.#toSkip-- === 0) super.handleCommandComplete(message, connection)
  }
}

const mostTenants = 10_000

/** The same bytes for every query of a business: made once. */
function perTenant(make: (id: string) => Escort): (id: string) => Escort {
  const made = new Map<string, Escort>()
  return (id) => {
    const earlier = made.get(id)
    if (earlier) return earlier
    const escort = make(id)
    if (made.size >= mostTenants) made.clear()
    made.set(id, escort)
    return escort
  }
}
