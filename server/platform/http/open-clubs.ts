import type { Standing } from '#contract/business/standing.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { requireOpenClub } from '#platform/access'
import type { Queries, Reads, SingleQueries, Transaction } from '#platform/database'

type Standings = { standingOf(businessId: string, db?: Queries): Promise<Standing> }

// Who calls a row that is open to anyone belongs to no business: what they bring leads to one. However a handler finds out
// which, it gets to its rows by `forTenant` or `asTenant` alone, and here is where a suspended one is closed to it.

/** Reads of a row; those of a patron lead into no suspended business. */
export function openReads(gate: Standings, row: Endpoint, db: Reads): Reads {
  if (row.access.kind !== 'anyone') return db
  const into = (businessId: string): SingleQueries => {
    const own = db.forTenant(businessId)
    const enter = async () => {
      requireOpenClub(row, await gate.standingOf(businessId))
      return own
    }
    return {
      ...own,
      rows: async (query) => (await enter()).rows(query),
      maybe: async (query) => (await enter()).maybe(query),
      one: async (query) => (await enter()).one(query),
      run: async (query) => (await enter()).run(query),
      transaction: async (work) => (await enter()).transaction(work),
      forTenant: into,
    }
  }
  return {
    ...db,
    forTenant: into,
    transaction: (work) => db.transaction((tx) => work(openWrites(gate, row, tx))),
  }
}

/** The transaction of a row; that of a patron leads into no suspended business. */
export function openWrites(gate: Standings, row: Endpoint, tx: Transaction): Transaction {
  if (row.access.kind !== 'anyone') return tx
  return {
    ...tx,
    asTenant: (businessId, work) =>
      tx.asTenant(businessId, async (own) => {
        requireOpenClub(row, await gate.standingOf(businessId, own))
        return work(own)
      }),
  }
}
