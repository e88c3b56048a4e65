import { EventEmitter } from 'node:events'
import pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { copyOut, type CopyWay } from './copy-out.ts'
import { createStatementNames } from './statement-names.ts'
import { plans, tenant } from './batch-query.ts'
import { createCopySlots } from './copy-slots.ts'
import { openPool } from './pool.ts'
import { queriesVia, runOnPool } from './queries.ts'
import { inTransaction } from './transaction.ts'
import type { Vault } from './vault.ts'

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

/** Queries outside of a transaction, each on whatever connection is free. */
export type SingleQueries = Queries & {
  /** The same for another business, such as the one that a code leads to. */
  forBusiness(businessId: string): SingleQueries
  /** For a GET that writes, as some do by their specification: one transaction, as every write is. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
}

/** Queries outside of a transaction, which can also be many rows at once. */
export type Reads = SingleQueries & {
  /** The rows as lines of CSV, in pieces of whole lines, at the pace of the reader and in little memory. */
  copy(query: Sql, way?: CopyWay): AsyncIterable<Uint8Array>
}

/** Queries that stand or fall together, inside one transaction. */
export type Transaction = Queries & {
  /** Runs once all of it is committed, before anybody hears that it is. */
  afterCommit(work: () => void): void
  /** The database's own. */
  readonly changes: EventEmitter<Changes>
  /** The database's own. */
  readonly vault: Vault | null
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
  /** Seals what may not lie in a row as it is, under the installation's secret; null where that isn't known. */
  readonly vault: Vault | null
  /** The pool, for what has no business: health, streaming, listening. */
  readonly pool: pg.Pool
  close(): Promise<void>
}

const businessIdShape = /^[a-z0-9][a-z0-9-]{1,62}$/

/** True for what can be the id of a business. */
export function isBusinessId(text: string): boolean {
  return businessIdShape.test(text)
}

/** The tenant of work that belongs to no business: it sees the list of businesses, and no business's rows. */
export const noBusiness = '*'

// So many exports run at once, and so many of one business: however slow its readers are, others get their turn.
const mostCopies = 6
const mostCopiesOfOne = 2

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

type DatabaseOptions = {
  /** How many connections calls and jobs share. */
  readonly size?: number
  /** How long who waits for one waits at most. */
  readonly patienceMs?: number
  /** After how long without an answer the way to the database is taken for cut. */
  readonly silenceMs?: number
  /** What seals the secrets among the rows; without one nothing can be sealed or opened. */
  readonly vault?: Vault | null
}

/** Opens the database, as the app role. Who would have to wait too long for a connection is refused. */
export function openDatabase(
  url: string,
  { size = 10, vault = null, ...waits }: DatabaseOptions = {},
): Database {
  const pool = openPool({ url, size, types, ...waits })
  // Copies last as long as their readers take: however slow these are, the connections of the others are free.
  const copies = openPool({ url, size: mostCopies, types, isForCopies: true })
  const slots = createCopySlots(mostCopies, mostCopiesOfOne)
  const nameOf = createStatementNames()
  const changes = new EventEmitter<Changes>()

  const forBusiness = (businessId: string): Reads => {
    const before = [tenant(businessId)]
    const run = (query: Sql) => runOnPool(pool, nameOf, before, query)
    const keepPlans = (areKept?: boolean) => void (before[1] = plans(areKept))
    const copy = (query: Sql, way?: CopyWay) => copyOut({ pool: copies, slots }, businessId, query, way)
    return Object.assign(queriesVia(businessId, run, keepPlans), {
      copy,
      forBusiness,
      transaction: <Result>(work: (tx: Transaction) => Promise<Result>) => transaction(businessId, work),
    })
  }
  const transaction: Database['transaction'] = (businessId, work) =>
    inTransaction({ pool, nameOf, changes, vault }, businessId, work)
  return {
    pool,
    changes,
    vault,
    forBusiness,
    transaction,
    close: async () => {
      await copies.end()
      await pool.end()
    },
  }
}

/** The ids of all businesses, for work that goes through each of them. */
export async function businessIds(database: Database): Promise<string[]> {
  const businesses = await database
    .forBusiness(noBusiness)
    .rows<{ id: string }>(sql`select business_id as id from business`)
  return businesses.map(({ id }) => id)
}
