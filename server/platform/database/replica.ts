import type { Sql } from 'sql-template-tag'
import { isConnectionLoss } from '#platform/driver'
import type { CopyWay } from './copy-out.ts'
import { type DatabaseOptions, openDatabase } from './database.ts'
import type { Database, Reads } from './types.ts'

// So long nobody tries a replica that was away again.
const restMs = 30_000

/**
 * A replica that stands in for its database where a moment's delay does no harm. While it can't be reached, doesn't take
 * connections or calls a query off, the database itself answers: `onAway` is told of it, once until it is tried again.
 */
export function openReplica(
  url: string,
  primary: Database,
  onAway: (error: unknown) => void,
  options: DatabaseOptions = {},
): Database {
  const replica = openDatabase(url, options)
  let awayUntil = 0
  const isAway = () => Date.now() < awayUntil
  /** Passes on what isn't the replica's absence. */
  const leave = (error: unknown) => {
    if (!isAbsence(error)) throw error
    if (!isAway()) onAway(error)
    awayUntil = Date.now() + restMs
  }
  const forTenant = (businessId: string): Reads =>
    Object.assign(standIn(replica.forTenant(businessId), primary.forTenant(businessId), { isAway, leave }), {
      forTenant,
    })
  return {
    ...primary,
    pool: replica.pool,
    copies: replica.copies,
    forTenant,
    close: () => replica.close(),
  }
}

type Absence = { isAway: () => boolean; leave: (error: unknown) => void }

function standIn(there: Reads, here: Reads, { isAway, leave }: Absence): Omit<Reads, 'forTenant'> {
  async function ask<Answer>(read: (from: Reads) => Promise<Answer>): Promise<Answer> {
    if (!isAway())
      try {
        return await read(there)
      } catch (error) {
        leave(error)
      }
    return read(here)
  }
  async function* copy(query: Sql, way?: CopyWay): AsyncGenerator<Uint8Array> {
    let hasBegun = false
    if (!isAway())
      try {
        for await (const piece of there.copy(query, way)) {
          hasBegun = true
          yield piece
        }
        return
      } catch (error) {
        // Two halves make no file.
        if (hasBegun) throw error
        leave(error)
      }
    yield* here.copy(query, way)
  }
  return {
    businessId: here.businessId,
    rows: (query) => ask((from) => from.rows(query)),
    maybe: (query) => ask((from) => from.maybe(query)),
    one: (query) => ask((from) => from.one(query)),
    run: (query) => ask((from) => from.run(query)),
    planFor: (values) => {
      there.planFor(values)
      here.planFor(values)
    },
    copy,
    // What it is for must not be a moment behind.
    inOneMoment: (work) => here.inOneMoment(work),
    transaction: (work) => here.transaction(work),
  }
}

// PostgreSQL's words for: not let in, no such database, called off by what the replica had to take over, not taking
// connections.
const absenceCodes = /^(28|3D000|40001|55000)/

function isAbsence(error: unknown): boolean {
  return isConnectionLoss(error) || absenceCodes.test((error as { code?: string }).code ?? '')
}
