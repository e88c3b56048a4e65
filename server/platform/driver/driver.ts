import type pg from 'pg'

/** A statement; under its name, where it is worth one, a connection keeps it parsed. */
export type Statement = {
  readonly name: string | undefined
  readonly text: string
  readonly values: unknown[]
}

/** What is to hold from a statement on, until its transaction ends. What isn't said stays as it is. */
export type Terms = {
  /** The business whose rows are seen. */
  readonly tenant?: string | undefined
  /** What the plan of a prepared statement is made for; where it isn't said, the database chooses after a few runs. */
  readonly planFor?: PlanFor | undefined
}

/**
 * One plan is made once and kept, for any values: where there is one way, it saves planning, which takes longer than
 * most statements. Or it is made for the values of each run: where the best way depends on them, as in a search.
 */
export type PlanFor = 'any values' | 'its values'

/** Where a statement stands in its transaction: the first begins it, the last commits it. */
export type Place = { readonly isFirst?: boolean; readonly isLast?: boolean }

/**
 * A connection, as long as somebody has it. What it is asked is carried out in the order of asking, whether or not the
 * answers are waited for.
 */
export type Session = {
  /** Runs a statement that is a transaction by itself. However it ends, the connection keeps no trace of its terms. */
  runAlone(statement: Statement, terms: Terms): Promise<pg.QueryResult>
  /** Runs a statement of a transaction. */
  run(statement: Statement, terms: Terms & Place): Promise<pg.QueryResult>
  /** Fails if the database has undone the transaction instead. */
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** Settings of the database, by their names. */
export type Settings = Readonly<Record<string, string>>

/** A query whose rows are to be copied out, its values written into it, and the settings of the database meanwhile. */
export type Copy = {
  readonly query: string
  readonly settings: Settings
  /** The connection is in a transaction, which goes on after it. */
  readonly isPart?: boolean
}

/** Who takes what is copied out. */
export type CopyReader = {
  /** Takes a row of CSV with its end; its bytes are the reader's only until it returns. */
  readonly takeRow: (row: Buffer) => void
  /** All rows have come, and the connection is free for others. */
  readonly finish: () => void
  /** Nothing more comes, and the connection is of no more use. */
  readonly fail: (error: Error) => void
}

/** Holds the rows of a copy back, and lets them come again. */
export type CopyFlow = { readonly pause: () => void; readonly resume: () => void }

/**
 * How statements get to PostgreSQL and rows back. Connections, turns, transactions and what becomes of lost connections
 * are the same for every driver; this is all that differs.
 */
export type Driver = {
  /** What is said at the beginning of every transaction, as the connection doesn't keep it; nothing where it does. */
  readonly within: Settings
  /** Readies a new connection. */
  readonly prepare: (client: pg.ClientBase) => Promise<void>
  readonly openSession: (client: pg.ClientBase) => Session
  readonly copyOut: (client: pg.ClientBase, copy: Copy, reader: CopyReader) => CopyFlow
}

/** PostgreSQL's words for it, of the setting `plan_cache_mode`. */
export const planModeOf: Readonly<Record<PlanFor, string>> = {
  'any values': 'force_generic_plan',
  'its values': 'force_custom_plan',
}
