import type { EventEmitter } from 'node:events'
import type pg from 'pg'
import type { Sql } from 'sql-template-tag'
import type { PlanFor } from '#platform/driver'
import type { Vault } from '#platform/secrets'
import type { CopyWay } from './copy-out.ts'

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
   * What the plans of the next queries are made for, and of those by which the database looks up their foreign keys.
   * Unless it is said, the database keeps a plan that has served a few times and seems as good as one for the values.
   */
  planFor(values: PlanFor): void
}

/** Queries outside of a transaction, each on whatever connection is free. */
export type SingleQueries = Queries & {
  /** The same for another business, such as the one that a code leads to. */
  forTenant(businessId: string): SingleQueries
  /** For a GET that writes, as some do by their specification: one transaction, as every write is. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
}

/** Queries outside of a transaction, which can also be many rows at once. */
export type Reads = SingleQueries & {
  /** The rows as lines of CSV, in pieces of whole lines, at the pace of the reader and in little memory. */
  copy(query: Sql, way?: CopyWay): AsyncIterable<Uint8Array>
  /** Many queries and copies that are all true of one moment, one after the other, as one of the few copies there may be at once. */
  inOneMoment<Item>(work: (moment: Moment) => AsyncIterable<Item>): AsyncIterable<Item>
}

/** One moment of a business, to be read from. What is copied is read to its end before anything else is asked. */
export type Moment = {
  rows<Row>(query: Sql): Promise<Row[]>
  copy(query: Sql, way?: CopyWay): AsyncIterable<Uint8Array>
}

/** Queries that stand or fall together, inside one transaction. */
export type Transaction = Queries & {
  /** Runs once all of it is committed, before anybody hears that it is. */
  afterCommit(work: () => void): void
  /** The user whose call it is; none in a job, or where a stranger calls. */
  actor?: string
  /** The database's own. */
  readonly changes: EventEmitter<Changes>
  /** The database's own. */
  readonly vault: Vault | null
  /**
   * For a statement that is mostly the whole of a call: said before all others it is committed at once, in the same
   * round trip, and whatever may have to follow stands or falls without it. Later it is a query like any other.
   */
  inOwnCommit<Row>(query: Sql): Promise<Row[]>
  /** Whether anything was said that isn't committed yet: nobody else may be told of what is said now. */
  isBegun(): boolean
  /** Says a change whose result nobody needs together with the commit, after all others. */
  commitWith(change: Sql): Promise<void>
  /** Does a part of the work that may fail by itself: an exception undoes that part, and the rest goes on for whoever catches it. */
  partly<Result>(work: () => Promise<Result>): Promise<Result>
  /** Does a part of the work for another business, such as the one the transaction has just made. */
  asTenant<Result>(businessId: string, work: (tx: Transaction) => Promise<Result>): Promise<Result>
}

/** What one part of the process tells the others: `access` carries the id of a user or a business. */
export type Changes = { access: [subject: string] }

export type Database = {
  /** Single statements on one business's rows. */
  forTenant(businessId: string): Reads
  /** Carries out the work in one transaction of one business; an exception undoes all of it. */
  transaction<Result>(businessId: string, work: (tx: Transaction) => Promise<Result>): Promise<Result>
  readonly changes: EventEmitter<Changes>
  /** Seals what may not lie in a row as it is, under the installation's secret; null where that isn't known. */
  readonly vault: Vault | null
  /** The pool, for what has no business: health, streaming, listening. */
  readonly pool: pg.Pool
  /** That of copies, for the figures. */
  readonly copies: pg.Pool
  close(): Promise<void>
}
