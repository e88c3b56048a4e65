import type pg from 'pg'
import { BatchQuery, begin, commit, type Escort, plans, prepareForBatches, tenant } from './batch-query.ts'
import { commitOn } from './commit.ts'
import type { Driver, Place, Session, Statement, Terms } from './driver.ts'
import { fastCopy } from './fast-copy.ts'

/**
 * Says what belongs together in one round trip: the terms with their statement, the beginning of a transaction with its
 * first, the commit with its last. For that it needs the insides of pg.
 */
export const fastDriver: Driver = {
  prepare: prepareForBatches,
  openSession,
  copyOut: fastCopy,
}

function openSession(client: pg.ClientBase): Session {
  const send = (statement: Statement, before: readonly Escort[], after?: Escort) =>
    new Promise<pg.QueryResult>((resolve, reject) => {
      const settle = (error: Error | null, result: pg.QueryResult) =>
        error ? reject(error) : resolve(result)
      client.query(new BatchQuery(statement, { before, after }, settle))
    })
  return {
    // A batch is a transaction by itself.
    runAlone: (statement, terms) => send(statement, escortsOf(terms)),
    run: (statement, terms) => send(statement, escortsOf(terms), terms.isLast ? commit : undefined),
    commit: () => commitOn(client),
    rollback: async () => void (await client.query('rollback')),
  }
}

function escortsOf({ tenant: id, planFor, isFirst }: Terms & Place): Escort[] {
  const escorts: Escort[] = []
  if (isFirst) escorts.push(begin)
  if (id !== undefined) escorts.push(tenant(id))
  if (planFor !== undefined) escorts.push(plans(planFor))
  return escorts
}
