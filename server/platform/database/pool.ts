import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { ConnectionLost, type Driver, isConnectionLoss } from '#platform/driver'
import { busy } from '#platform/refusals'

/** The role the server works as: it owns nothing, so row-level security holds for it. */
export const appRole = 'hub_app'

/** How long who waits for a connection waits at most: then they are told to try again, rather than all hang. */
const longestWaitMs = 5_000
// So long a statement may take, a row be waited for that another holds, and a transaction do nothing.
const longestStatementMs = 30_000
const longestLockMs = 10_000
const longestIdleMs = 30_000
// What the database doesn't answer so long after its statement's time it will never answer: the way to it is cut
// without a word.
const graceMs = 5_000
// What a connection has gathered, such as statements that nobody uses any more, it gives back by ending.
const longestLifeSeconds = 3_600

type PoolOptions = {
  readonly url: string
  readonly size: number
  readonly types: pg.CustomTypesConfig
  readonly driver: Driver
  readonly patienceMs?: number
  readonly statementMs?: number
  readonly silenceMs?: number
  /** Between two transactions its connections are others': nothing may be left on them, and nothing is kept. */
  readonly isShared?: boolean
  /** Its statements last as long as somebody reads; who reads minds the silence. */
  readonly isForCopies?: boolean
}

/** A pool of connections that work as the app role. Losing any of them, at any moment, ends nothing but its own work. */
export function openPool({
  url,
  size,
  types,
  driver,
  patienceMs = longestWaitMs,
  statementMs = longestStatementMs,
  silenceMs = statementMs + graceMs,
  isShared,
  isForCopies,
}: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    maxLifetimeSeconds: longestLifeSeconds,
    connectionTimeoutMillis: patienceMs,
    types,
    // What a pooler keeps open under our name after we are gone isn't to be taken for us.
    application_name: isShared ? 'hub-shared' : 'hub',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(!isForCopies && { query_timeout: silenceMs }),
    // The pool waits for it, whatever its type says.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: async (client: pg.ClientBase) => {
      if (!isShared) await workAsApp(client, limitsOf(statementMs), patienceMs)
      await driver.prepare(client)
    },
  })
  return surviving(pool)
}

const asApp = { role: appRole, timezone: 'UTC' }

/** What holds wherever the server works as the app role. */
export const appSettings = (statementMs = longestStatementMs) => ({ ...asApp, ...limitsOf(statementMs) })

const limitsOf = (statementMs: number) => ({
  statement_timeout: String(statementMs),
  lock_timeout: String(Math.min(longestLockMs, statementMs)),
  idle_in_transaction_session_timeout: String(longestIdleMs),
})

/**
 * From here on the connection works as the app role, in UTC, and as else is said. It is told so once it is there: what comes
 * along with its start a pooler in between refuses, or drops without a word. And one that has no more connections to give
 * answers to nothing, so that this is where who wants one waits.
 */
export async function workAsApp(
  client: pg.ClientBase,
  more: Readonly<Record<string, string>> = {},
  patienceMs = longestWaitMs,
): Promise<void> {
  const pairs = Object.entries({ ...asApp, ...more })
  const calls = pairs.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, false)`)
  const question = { text: `select ${calls.join(', ')}`, values: pairs.flat(), query_timeout: patienceMs }
  await client.query(question)
}

/** A pool of connections of the database's owner, for what works beside the server's own rules. */
export function ownerPool(url: string, size: number): pg.Pool {
  return surviving(
    new pg.Pool({
      connectionString: url,
      max: size,
      connectionTimeoutMillis: longestWaitMs,
      application_name: 'hub-jobs',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      query_timeout: longestStatementMs + graceMs,
    }),
  )
}

/** Does work that may take hours on a connection of its own, as the database's owner. */
export async function onOneConnection<Result>(
  url: string,
  name: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    // What takes a connection and says nothing for so long isn't there.
    connectionTimeoutMillis: 10_000,
    // A statement may take an hour without a word: only this tells that from a way that is cut.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  // The statement under way fails, too, when the connection is lost.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const result = await work(client)
    await client.end()
    return result
  } catch (error) {
    // In the midst of a copy it would never come to an end in good order.
    hangUp(client)
    throw error
  }
}

// An idle connection that breaks is replaced by the pool, one at work fails its query. Either way the client says so
// once more as an event, which without a listener would end the process; the pool takes its own away at each checkout.
function surviving(pool: pg.Pool): pg.Pool {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}

const atWork = new AsyncLocalStorage<true>()

// For each connection so many may wait: more would wait in vain, and keep their memory for it.
const mostWaitingForEach = 50

/**
 * Refuses a second connection to work that holds one: were it to wait for the second, as many at once as the pool has
 * connections would wait for each other, and everybody else for them. And refuses to wait where too many do.
 */
export function requireTurn(pool: pg.Pool): void {
  if (atWork.getStore())
    throw new Error(
      'this work holds a connection already: it must use that one, or wait until it is given back',
    )
  if (pool.waitingCount >= pool.options.max * mostWaitingForEach) throw busy()
}

/** A connection of the pool. Whatever keeps it from having one, nothing was begun, and nothing is wrong with what was asked. */
export async function connectionOf(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw asNone(error)
  }
}

/**
 * Why there is no connection: a password that was changed, a pg_hba.conf without our line, a certificate that has expired are
 * PostgreSQL's to mend, as is its absence. Who waited in vain for one has waited long enough: that isn't tried again.
 */
export function asNone(error: unknown): unknown {
  return isConnectionLoss(error) ? error : new ConnectionLost(error, false)
}

/** Does work that holds a connection. */
export function holdingConnection<Result>(work: () => Promise<Result>): Promise<Result> {
  return atWork.run(true, work)
}

/** Gives a connection of the pool up that is of no more use. */
export function discard(client: pg.PoolClient, reason: Error): void {
  hangUp(client)
  client.release(reason)
}

/** Ends a connection for sure: asked politely it would wait for an answer that may never come. */
export function hangUp(client: pg.Client): void {
  client.connection.stream.destroy()
}
