import type { EventEmitter } from 'node:events'
import type pg from 'pg'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { BatchQuery, begin, commit, type Escort, plans, tenant } from './batch-query.ts'
import { ConnectionLost, isConnectionLoss } from './connection-loss.ts'
import type { Changes, Transaction } from './types.ts'
import { discard, holdingConnection, requireTurn } from './pool.ts'
import { type NameOf, queriesVia } from './queries.ts'
import type { Vault } from '#platform/secrets'

type Source = { pool: pg.Pool; nameOf: NameOf; changes: EventEmitter<Changes>; vault: Vault | null }

/** Carries out the work in one transaction of one business; an exception undoes all of it. */
export async function inTransaction<Result>(
  { pool, nameOf, changes, vault }: Source,
  businessId: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  requireTurn(pool)
  const client = await pool.connect()
  const session = sessionOn(client, nameOf)
  const afterCommit: (() => void)[] = []
  const given = { changes, vault, afterCommit: (step: () => void) => void afterCommit.push(step) }
  const tx: Transaction = {
    ...transactionOf(session, given, businessId),
    inOwnCommit: (query) =>
      queriesVia(businessId, (each) => session.inOwnCommit(businessId, each), session.keepPlans).maybe(query),
    commitWith: (query) => Promise.resolve(session.commitWith(query)),
  }
  let result: Result
  try {
    result = await holdingConnection(() => work(tx))
    await session.end(businessId)
  } catch (error) {
    await giveUp(client, session, error)
    // Whatever failed first: on a lost connection nothing else could follow.
    throw isConnectionLoss(error) ? new ConnectionLost(error, session.mayHaveCommitted()) : error
  }
  client.release()
  for (const step of afterCommit) step()
  return result
}

/** Undoes what was done, and gives the connection back if it is still good for something. */
async function giveUp(client: pg.PoolClient, session: Session, error: unknown): Promise<void> {
  if (isConnectionLoss(error)) return discard(client, error as Error)
  try {
    await session.undo()
    client.release()
  } catch (failure) {
    discard(client, failure as Error)
  }
}

function transactionOf(
  session: Session,
  given: Pick<Transaction, 'changes' | 'vault' | 'afterCommit'>,
  businessId: string,
): Transaction {
  const queries = queriesVia(businessId, (query) => session.send(businessId, query), session.keepPlans)
  return {
    ...given,
    ...queries,
    inOwnCommit: (query) => queries.maybe(query),
    // At the end of the transaction it would be said in the name of the business that the whole is for.
    commitWith: async (query) => void (await queries.run(query)),
    asTenant: (other, part) => part(transactionOf(session, given, other)),
  }
}

/**
 * A transaction as it is spoken: it begins in the batch of its first query and ends in the batch of its last words. A
 * write with a key waits for the database four times less for that. Every query says which business it is for; the
 * database is told when that is another than the one before.
 */
function sessionOn(client: pg.PoolClient, nameOf: NameOf) {
  let speaksFor: string | null = null
  let mayHaveCommitted = false
  let ahead: Escort[] = []
  const lastWords: Sql[] = []

  const ask = ({ text, values }: Sql, escorts: { before: readonly Escort[]; after?: Escort | undefined }) =>
    new Promise<pg.QueryResult>((resolve, reject) => {
      const settle = (error: Error | null, result: pg.QueryResult) =>
        error ? reject(error) : resolve(result)
      client.query(new BatchQuery({ name: nameOf(text), text, values }, escorts, settle))
    })

  const send = (businessId: string, query: Sql, after?: Escort) => {
    const before = ahead
    ahead = []
    if (speaksFor === null) before.unshift(begin(businessId))
    else if (speaksFor !== businessId) before.unshift(tenant(businessId))
    speaksFor = businessId
    return ask(query, { before, after })
  }

  return {
    send: (businessId: string, query: Sql) => send(businessId, query),
    inOwnCommit: (businessId: string, query: Sql) => {
      if (speaksFor !== null) return send(businessId, query)
      // A batch is a transaction by itself.
      mayHaveCommitted = true
      return ask(query, { before: [tenant(businessId), ...ahead] })
    },
    keepPlans: (areKept?: boolean) => void ahead.push(plans(areKept)),
    commitWith: (query: Sql) => void lastWords.push(query),
    mayHaveCommitted: () => mayHaveCommitted,
    async end(businessId: string): Promise<void> {
      if (speaksFor === null && lastWords.length === 0) return
      mayHaveCommitted = true
      if (lastWords.length > 0) return void (await send(businessId, asOne(lastWords), commit))
      const { command } = await client.query('commit')
      // Somebody caught what failed and went on: the database has undone all of it.
      if (command !== 'COMMIT') throw new Error('the transaction had failed before its end')
    },
    async undo(): Promise<void> {
      if (speaksFor !== null) await client.query('rollback')
    },
  }
}

type Session = ReturnType<typeof sessionOn>

/** Changes that don't ask for each other's results, in one statement. */
function asOne(changes: readonly Sql[]): Sql {
  const [last, ...others] = changes.toReversed()
  if (!last) throw new Error('nothing to say')
  if (others.length === 0) return last
  const named = others.map((change, index) => sql`${raw(`change_${index}`)} as (${change})`)
  return sql`with ${join(named)} ${last}`
}
