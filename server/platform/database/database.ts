import { EventEmitter } from 'node:events'
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { type DriverName, drivers, type PlanFor, sharedDrivers, type Terms } from '#platform/driver'
import type { Vault } from '#platform/secrets'
import { inOneMoment } from './copy-moment.ts'
import { copyOut, type CopyWay } from './copy-out.ts'
import { createCopySlots } from './copy-slots.ts'
import { appSettings, openPool } from './pool.ts'
import { queriesVia, runOnPool } from './queries.ts'
import { createStatementNames } from './statement-names.ts'
import { inTransaction } from './transaction.ts'
import type { Changes, Database, Moment, Reads, Transaction } from './types.ts'

const businessIdShape = /^[a-z0-9][a-z0-9-]{1,62}$/

/** True for what can be the id of a business. */
export function isBusinessId(text: string): boolean {
  return businessIdShape.test(text)
}

/** The tenant of work that belongs to no business: it sees the list of businesses, and no business's rows. */
export const noTenant = '*'

// Of the exports that run at once so many may be of one business: however slow its readers are, others get their turn.
const partOfOne = 1 / 3

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

export type DatabaseOptions = {
  /** How many connections calls and jobs share. */
  readonly connections?: number
  /** How many there are for what is copied out in full. */
  readonly copies?: number
  /** So long a statement may take that isn't a copy. */
  readonly statementMs?: number
  /** How long who waits for one waits at most. */
  readonly patienceMs?: number
  /** After how long without an answer the way to the database is taken for cut. */
  readonly silenceMs?: number
  /** How statements get to the database. */
  readonly driver?: DriverName | undefined
  /** The url leads to a pooler that gives connections to others between two transactions. */
  readonly isShared?: boolean
  /** What seals the secrets among the rows; without one nothing can be sealed or opened. */
  readonly vault?: Vault | null
}

/** Opens the database, as the app role. Who would have to wait too long for a connection is refused. */
export function openDatabase(
  url: string,
  {
    connections = 10,
    copies: mostCopies = 6,
    driver: driverName = 'fast',
    isShared = false,
    vault = null,
    ...waits
  }: DatabaseOptions = {},
): Database {
  const driver = isShared ? sharedDrivers[driverName](appSettings(waits.statementMs)) : drivers[driverName]
  const pool = openPool({ url, size: connections, types, driver, isShared, ...waits })
  // Copies last as long as their readers take: however slow these are, the connections of the others are free.
  const copies = openPool({ url, size: mostCopies, types, driver, isShared, isForCopies: true })
  const slots = createCopySlots(mostCopies, Math.ceil(mostCopies * partOfOne))
  const source = { pool, driver, nameOf: createStatementNames() }
  const changes = new EventEmitter<Changes>()

  const forTenant = (businessId: string): Reads => {
    let terms: Terms = { tenant: businessId }
    const run = (query: Sql) => runOnPool(source, terms, query)
    const planFor = (values: PlanFor) => void (terms = { tenant: businessId, planFor: values })
    const copy = (query: Sql, way?: CopyWay) =>
      copyOut({ pool: copies, driver, slots }, businessId, query, way)
    return Object.assign(queriesVia(businessId, run, planFor), {
      copy,
      inOneMoment: <Item>(work: (moment: Moment) => AsyncIterable<Item>) =>
        inOneMoment({ pool: copies, driver, slots }, businessId, work),
      forTenant,
      transaction: <Result>(work: (tx: Transaction) => Promise<Result>) => transaction(businessId, work),
    })
  }
  const transaction: Database['transaction'] = (businessId, work) =>
    inTransaction({ ...source, changes, vault }, businessId, work)
  return {
    pool,
    copies,
    changes,
    vault,
    forTenant,
    transaction,
    close: async () => {
      await copies.end()
      await pool.end()
    },
  }
}
