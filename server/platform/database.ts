import { EventEmitter } from 'node:events'
import pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { copyOut, type CopyWay } from './copy-out.ts'
import { createStatementNames } from './statement-names.ts'
import { plans, prepareForBatches, tenant } from './batch-query.ts'
import { queriesVia, runOnPool } from './queries.ts'
import { inTransaction } from './transaction.ts'

/** Ways to ask the database about one business. Values always travel as parameters: a query is made with the `sql` tag. */
export type Queries = {
  /** The business whose rows these queries see; the database itself hides all others. */
  readonly businessId: string
  /** All rows. */
  rows<Row>(query: Sql): Promise<Row[]>
  /** The one row there may be. */
  maybe<Row>(query: Sql): Promise<Row | null>
  /** The one row there must be. */
  one<Row>(query: Sql): Promise<Row>
  /** Runs a change and tells how many rows it touched. */
  run(query: Sql): Promise<number>
  /**
   * For what is asked often and long to plan: the plans of the next queries are kept, whatever their values, and so are
   * those by which the database looks up their foreign keys. With `false` plans are made each time again.
   */
  keepPlans(areKept?: boolean): void
}

/** Queries outside of a transaction, which can also be many rows at once. */
export type Reads = Queries & {
  /** The rows as lines of CSV, in pieces of whole lines, at the pace of the reader and in little memory. */
  copy(query: Sql, way?: CopyWay): AsyncIterable<Uint8Array>
}

/** Queries that stand or fall together, inside one transaction. */
export type Transaction = Queries & {
  /** Runs once all of it is committed, before anybody hears that it is. */
  afterCommit(work: () => void): void
  /** The database's own. */
  readonly changes: EventEmitter<Changes>
  /**
   * For a statement that is mostly the whole of a call: said before all others it is committed at once, in the same
   * round trip, and whatever may have to follow stands or falls without it. Later it is a query like any other.
   */
  alone<Row>(query: Sql): Promise<Row | null>
  /** Says a change whose result nobody needs together with the commit, after all others. */
  lastly(change: Sql): Promise<void>
  /** Does a part of the work for another business, such as the one the transaction has just made. */
  inBusiness<Result>(businessId: string, work: (tx: Transaction) => Promise<Result>): Promise<Result>
}

/** What one part of the process tells the others: `access` carries the id of a user or a business. */
export type Changes = { access: [subject: string] }

export type Database = {
  /** Single statements on one business's rows. */
  forBusiness(businessId: string): Reads
  /** Carries out the work in one transaction of one business; an exception undoes all of it. */
  transaction<Result>(businessId: string, work: (tx: Transaction) => Promise<Result>): Promise<Result>
  readonly changes: EventEmitter<Changes>
  /** The pool, for what has no business: health, streaming, listening. */
  readonly pool: pg.Pool
  close(): Promise<void>
}

/** The tenant of work that belongs to no business: it sees the list of businesses, and no business's rows. */
export const noBusiness = '*'

/** The role the server works as: it owns nothing, so row-level security holds for it. */
export const appRole = 'hub_app'

const { builtins } = pg.types

// Rows come out as the contract wants them: instants in ISO 8601 with all their digits (a cursor needs them),
// dates as they are, whole numbers as numbers.
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.TIMESTAMPTZ]: (text) => `${text.slice(0, 10)}T${text.slice(11, -3)}Z`,
  [builtins.DATE]: (text) => text,
  [builtins.INT8]: Number,
}

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** Opens a pool of connections that work as the app role. Who would have to wait longer for one is refused. */
export function openDatabase(url: string, size = 10, patienceMs = 0): Database {
  const pool = openPool(url, size, patienceMs)
  // Copies last as long as their readers take: however slow these are, the connections of the others are free.
  const copies = openPool(url, mostCopies)
  const nameOf = createStatementNames()

  const changes = new EventEmitter<Changes>()
  return {
    pool,
    changes,
    forBusiness: (businessId) => {
      const before = [tenant(businessId)]
      const run = (query: Sql) => runOnPool(pool, nameOf, before, query)
      const keepPlans = (areKept?: boolean) => void (before[1] = plans(areKept))
      const copy = (query: Sql, way?: CopyWay) => copyOut(copies, businessId, query, way)
      return Object.assign(queriesVia(businessId, run, keepPlans), { copy })
    },
    transaction: (businessId, work) => inTransaction({ pool, nameOf, changes }, businessId, work),
    close: async () => {
      await copies.end()
      await pool.end()
    },
  }
}

// So many exports run at once; the next wait for their turn.
const mostCopies = 4

function openPool(url: string, size: number, patienceMs = 0): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: patienceMs,
    types,
    options: `-c role=${appRole} -c timezone=UTC -c statement_timeout=30s -c plan_cache_mode=force_custom_plan`,
    application_name: 'hub',
    // The pool waits for it, whatever its type says.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: prepareForBatches,
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  return pool
}

/** The ids of all businesses, for work that goes through each of them. */
export async function businessIds(database: Database): Promise<string[]> {
  const businesses = await database
    .forBusiness(noBusiness)
    .rows<{ id: string }>(sql`select business_id as id from business`)
  return businesses.map(({ id }) => id)
}
