import type { Sql } from 'sql-template-tag'
import { type CopyWay, type Database, isConnectionLoss, type Reads } from '#platform/database'

/** A replica as who reads sees it. */
export type Source = {
  readonly database: Pick<Database, 'forTenant'>
  readonly isAway: () => boolean
  /** How far it is behind; null if it can't tell. */
  readonly lagMs: () => number | null
  /** Passes on what isn't the replica's absence. */
  readonly leave: (error: unknown) => void
}

/** Where a call reads, and how old what it has read there was: null where that is the database's own, or nobody can tell. */
export type Reader = Pick<Database, 'forTenant'> & { ageMs(): number | null }

/** Reads of one call: from the first of the replicas that is there, and from the database itself where none is. */
export function readerOf(sources: readonly Source[], primary: Database): Reader {
  let oldest: number | null = null
  const note = (lag: number | null) => {
    if (lag !== null) oldest = Math.max(oldest ?? 0, lag)
  }
  const forTenant = (businessId: string): Reads => {
    const from = sources.map((source) => ({ ...source, reads: source.database.forTenant(businessId) }))
    return Object.assign(standIn(from, primary.forTenant(businessId), note), { forTenant })
  }
  return { forTenant, ageMs: () => oldest }
}

type Opened = Source & { readonly reads: Reads }

function standIn(
  from: readonly Opened[],
  here: Reads,
  note: (lagMs: number | null) => void,
): Omit<Reads, 'forTenant'> {
  async function ask<Answer>(read: (from: Reads) => Promise<Answer>): Promise<Answer> {
    for (const { reads, isAway, lagMs, leave } of from)
      if (!isAway())
        try {
          // As it was before: what comes in while it is read may or may not be seen.
          const lag = lagMs()
          const answer = await read(reads)
          note(lag)
          return answer
        } catch (error) {
          leave(error)
        }
    return read(here)
  }
  async function* copy(query: Sql, way?: CopyWay): AsyncGenerator<Uint8Array> {
    let hasBegun = false
    for (const { reads, isAway, leave } of from)
      if (!isAway())
        try {
          for await (const piece of reads.copy(query, way)) {
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
    rows: (query) => ask((reads) => reads.rows(query)),
    maybe: (query) => ask((reads) => reads.maybe(query)),
    one: (query) => ask((reads) => reads.one(query)),
    run: (query) => ask((reads) => reads.run(query)),
    planFor: (values) => {
      for (const { reads } of from) reads.planFor(values)
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

export function isAbsence(error: unknown): boolean {
  return isConnectionLoss(error) || absenceCodes.test((error as { code?: string }).code ?? '')
}
