import type { EventEmitter } from 'node:events'
import type pg from 'pg'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { ConnectionLost, isConnectionLoss, type PlanFor, type Session } from '#platform/driver'
import type { Vault } from '#platform/secrets'
import { connectionOf, discard, holdingConnection, requireTurn } from './pool.ts'
import { queriesVia, type Source as QuerySource, statementOf } from './queries.ts'
import type { Changes, Queries, Transaction } from './types.ts'

type Source = QuerySource & { changes: EventEmitter<Changes>; vault: Vault | null }

/** Carries out the work in one transaction of one business; an exception undoes all of it. */
export async function inTransaction<Result>(
  { pool, driver, nameOf, changes, vault }: Source,
  businessId: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  requireTurn(pool)
  const client = await connectionOf(pool)
  const course = courseOf(driver.openSession(client), nameOf)
  const afterCommit: (() => void)[] = []
  const given = { changes, vault, afterCommit: (step: () => void) => void afterCommit.push(step) }
  const tx: Transaction = {
    ...transactionOf(course, given, businessId),
    inOwnCommit: (query) =>
      queriesVia(businessId, (each) => course.inOwnCommit(businessId, each), course.planFor).rows(query),
    isBegun: course.isBegun,
    commitWith: (query) => Promise.resolve(course.commitWith(query)),
  }
  let result: Result
  try {
    result = await holdingConnection(() => work(tx))
    await course.end(businessId)
  } catch (error) {
    await giveUp(client, course, error)
    // Whatever failed first: on a lost connection nothing else could follow.
    throw isConnectionLoss(error) ? new ConnectionLost(error, course.mayHaveCommitted()) : error
  }
  client.release()
  for (const step of afterCommit) step()
  return result
}

/** Undoes what was done, and gives the connection back if it is still good for something. */
async function giveUp(client: pg.PoolClient, course: Course, error: unknown): Promise<void> {
  if (isConnectionLoss(error)) return discard(client, error as Error)
  try {
    await course.undo()
    client.release()
  } catch (failure) {
    discard(client, failure as Error)
  }
}

function transactionOf(
  course: Course,
  given: Pick<Transaction, 'changes' | 'vault' | 'afterCommit'>,
  businessId: string,
): Transaction {
  const queries = queriesVia(businessId, (query) => course.send(businessId, query), course.planFor)
  return {
    ...given,
    ...queries,
    inOwnCommit: (query) => queries.rows(query),
    isBegun: () => true,
    // At the end of the transaction it would be said in the name of the business that the whole is for.
    commitWith: async (query) => void (await queries.run(query)),
    partly: (part) => inPart(queries, part),
    asTenant: (other, part) => part(transactionOf(course, given, other)),
  }
}

// One within another hides its name until it is over, as both are.
async function inPart<Result>(queries: Queries, work: () => Promise<Result>): Promise<Result> {
  await queries.run(sql`savepoint part`)
  try {
    const result = await work()
    await queries.run(sql`release savepoint part`)
    return result
  } catch (error) {
    // On a lost connection there is nothing to go back to, and that is what is to be heard of.
    if (!isConnectionLoss(error)) {
      await queries.run(sql`rollback to savepoint part`)
      await queries.run(sql`release savepoint part`)
    }
    throw error
  }
}

/**
 * A transaction as it is spoken: it begins with its first query and ends with its last words. Every query says which
 * business it is for; the database is told when that is another than the one before.
 */
function courseOf(session: Session, nameOf: Source['nameOf']) {
  let speaksFor: string | null = null
  let mayHaveCommitted = false
  let planFor: PlanFor | undefined
  const lastWords: Sql[] = []

  const send = (businessId: string, query: Sql, isLast = false) => {
    const isFirst = speaksFor === null
    const tenant = speaksFor === businessId ? undefined : businessId
    const terms = { isFirst, tenant, planFor, isLast }
    planFor = undefined
    speaksFor = businessId
    return session.run(statementOf(query, nameOf), terms)
  }

  return {
    send: (businessId: string, query: Sql) => send(businessId, query),
    inOwnCommit: (businessId: string, query: Sql) => {
      if (speaksFor !== null) return send(businessId, query)
      mayHaveCommitted = true
      return session.runAlone(statementOf(query, nameOf), { tenant: businessId, planFor })
    },
    isBegun: () => speaksFor !== null,
    planFor: (values: PlanFor) => void (planFor = values),
    commitWith: (query: Sql) => void lastWords.push(query),
    mayHaveCommitted: () => mayHaveCommitted,
    async end(businessId: string): Promise<void> {
      if (speaksFor === null && lastWords.length === 0) return
      mayHaveCommitted = true
      if (lastWords.length > 0) await send(businessId, asOne(lastWords), true)
      else await session.commit()
    },
    async undo(): Promise<void> {
      if (speaksFor !== null) await session.rollback()
    },
  }
}

type Course = ReturnType<typeof courseOf>

/** Changes that don't ask for each other's results, in one statement. */
function asOne(changes: readonly Sql[]): Sql {
  const [last, ...others] = changes.toReversed()
  if (!last) throw new Error('nothing to say')
  if (others.length === 0) return last
  const named = others.map((change, index) => sql`${raw(`change_${index}`)} as (${change})`)
  return sql`with ${join(named)} ${last}`
}
