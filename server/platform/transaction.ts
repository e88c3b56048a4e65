import type { EventEmitter } from 'node:events'
import type pg from 'pg'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { BatchQuery, begin, commit, type Escort, plans, tenant } from './batch-query.ts'
import type { Changes, Transaction } from './database.ts'
import { type NameOf, queriesVia } from './queries.ts'

type Source = { pool: pg.Pool; nameOf: NameOf; changes: EventEmitter<Changes> }

/** Carries out the work in one transaction of one business; an exception undoes all of it. */
export async function inTransaction<Result>(
  { pool, nameOf, changes }: Source,
  businessId: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  const session = sessionOn(client, nameOf, businessId)
  const afterCommit: (() => void)[] = []
  const given = {
    changes,
    afterCommit: (step: () => void) => void afterCommit.push(step),
  }
  let broken: Error | undefined
  try {
    const result = await work({
      ...given,
      ...queriesVia(businessId, session.send, session.keepPlans),
      alone: (query) => queriesVia(businessId, session.alone, session.keepPlans).maybe(query),
      lastly: (query) => Promise.resolve(session.lastly(query)),
      inBusiness: (other, part) => inAnotherBusiness(session, given, businessId, other, part),
    })
    await session.end()
    for (const step of afterCommit) step()
    return result
  } catch (error) {
    await session.undo().catch((failure: Error) => (broken = failure))
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * A transaction as it is spoken: it begins in the batch of its first query and ends in the batch of its last words. A
 * write with a key waits for the database four times less for that.
 */
function sessionOn(client: pg.PoolClient, nameOf: NameOf, businessId: string) {
  let hasBegun = false
  let ahead: Escort[] = [begin(businessId)]
  const lastWords: Sql[] = []

  const ask = ({ text, values }: Sql, escorts: { before: readonly Escort[]; after?: Escort | undefined }) =>
    new Promise<pg.QueryResult>((resolve, reject) => {
      const settle = (error: Error | null, result: pg.QueryResult) =>
        error ? reject(error) : resolve(result)
      client.query(new BatchQuery({ name: nameOf(text), text, values }, escorts, settle))
    })

  const send = (query: Sql, after?: Escort) => {
    const before = ahead
    ahead = []
    hasBegun = true
    return ask(query, { before, after })
  }

  return {
    send: (query: Sql) => send(query),
    // A batch is a transaction by itself.
    alone: (query: Sql) =>
      hasBegun ? send(query) : ask(query, { before: [tenant(businessId), ...ahead.slice(1)] }),
    keepPlans: (areKept?: boolean) => void ahead.push(plans(areKept)),
    lastly: (query: Sql) => void lastWords.push(query),
    async end(): Promise<void> {
      if (lastWords.length > 0) return void (await send(asOne(lastWords), commit))
      if (!hasBegun) return
      const { command } = await client.query('commit')
      // Somebody caught what failed and went on: the database has undone all of it.
      if (command !== 'COMMIT') throw new Error('the transaction had failed before its end')
    },
    async undo(): Promise<void> {
      if (hasBegun) await client.query('rollback')
    },
  }
}

type Session = ReturnType<typeof sessionOn>

async function inAnotherBusiness<Result>(
  session: Session,
  given: Pick<Transaction, 'changes' | 'afterCommit'>,
  businessId: string,
  other: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const become = (id: string) => session.send(sql`select set_config('app.business_id', ${id}, true)`)
  await become(other)
  const queries = queriesVia(other, session.send, session.keepPlans)
  const result = await work({
    ...given,
    ...queries,
    alone: (query) => queries.maybe(query),
    // At the end of the transaction it would be said in the name of the business that the whole is for.
    lastly: async (query) => void (await queries.run(query)),
    inBusiness: (third, part) => inAnotherBusiness(session, given, other, third, part),
  })
  await become(businessId)
  return result
}

/** Changes that don't ask for each other's results, in one statement. */
function asOne(changes: readonly Sql[]): Sql {
  const [last, ...others] = changes.toReversed()
  if (!last) throw new Error('nothing to say')
  if (others.length === 0) return last
  const named = others.map((change, index) => sql`${raw(`change_${index}`)} as (${change})`)
  return sql`with ${join(named)} ${last}`
}
