import type pg from 'pg'
import {
  BatchQuery,
  type Escort,
  type Escorts,
  parsedEscorts,
  prepareForBatches,
  settingsEscort,
  spelledEscorts,
} from './batch-query.ts'
import { commitOn } from './commit.ts'
import type { Driver, Session, Settings, Statement } from './driver.ts'
import { fastCopy } from './fast-copy.ts'

/**
 * Says what belongs together in one round trip: the terms with their statement, the beginning of a transaction with its
 * first, the commit with its last. For that it needs the insides of pg.
 */
export const fastDriver: Driver = {
  within: {},
  prepare: prepareForBatches,
  openSession: (client) => openSession(client, sayParsed),
  copyOut: fastCopy,
}

/** The same on a connection that keeps nothing for us: every transaction begins with these settings, and every statement is sent in full. */
export function sharedFastDriver(within: Settings): Driver {
  const say = { escorts: spelledEscorts, within: [settingsEscort(within)], keepsStatements: false }
  return {
    within,
    prepare: () => Promise.resolve(),
    openSession: (client) => openSession(client, say),
    copyOut: fastCopy,
  }
}

type Manner = {
  readonly escorts: Escorts
  /** What goes before all else in a transaction. */
  readonly within: readonly Escort[]
  /** Whether a statement that was parsed under its name is there the next time. */
  readonly keepsStatements: boolean
}

const sayParsed: Manner = { escorts: parsedEscorts, within: [], keepsStatements: true }

function openSession(client: pg.ClientBase, { escorts, within, keepsStatements }: Manner): Session {
  const send = (statement: Statement, before: readonly Escort[], after?: Escort) =>
    new Promise<pg.QueryResult>((resolve, reject) => {
      const settle = (error: Error | null, result: pg.QueryResult) =>
        error ? reject(error) : resolve(result)
      const asked = keepsStatements ? statement : { ...statement, name: undefined }
      client.query(new BatchQuery(asked, { before, after }, settle))
    })
  return {
    // A batch is a transaction by itself.
    runAlone: (statement, terms) => send(statement, [...within, escorts.terms(terms)]),
    run: (statement, { isFirst, isLast, ...terms }) => {
      const before = isFirst ? [escorts.begin, ...within] : []
      return send(statement, [...before, escorts.terms(terms)], isLast ? escorts.commit : undefined)
    },
    commit: () => commitOn(client),
    rollback: async () => void (await client.query('rollback')),
  }
}
