import type pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { BatchQuery, type Escort } from './batch-query.ts'
import { ConnectionLost, isConnectionLoss } from './connection-loss.ts'
import type { Queries } from './types.ts'
import { discard, requireTurn } from './pool.ts'
import type { createStatementNames } from './statement-names.ts'

export type NameOf = ReturnType<typeof createStatementNames>

/** The ways to ask, given one to run a query. */
export function queriesVia(
  businessId: string,
  run: (query: Sql) => Promise<pg.QueryResult>,
  keepPlans: Queries['keepPlans'],
): Queries {
  return {
    businessId,
    keepPlans,
    rows: async <Row>(query: Sql) => (await run(query)).rows as Row[],
    maybe: async <Row>(query: Sql) => ((await run(query)).rows[0] as Row | undefined) ?? null,
    one: async <Row>(query: Sql) => {
      const row = (await run(query)).rows[0] as Row | undefined
      if (row === undefined) throw new Error(`no row: ${query.text}`)
      return row
    },
    run: async (query) => (await run(query)).rowCount ?? 0,
  }
}

/** Runs one statement, after those that go before it, on whatever connection is free. */
export function runOnPool(pool: pg.Pool, nameOf: NameOf, before: readonly Escort[], query: Sql) {
  requireTurn(pool)
  return new Promise<pg.QueryResult>((resolve, reject) => {
    pool.connect((refusal, client, release) => {
      if (!client) return reject(refusal ?? new Error('the pool gave no connection'))
      const settle = (error: Error | null, result: pg.QueryResult) => {
        if (!error) {
          release()
          return resolve(result)
        }
        if (!isConnectionLoss(error)) {
          release()
          return reject(error)
        }
        discard(client, error)
        reject(new ConnectionLost(error, true))
      }
      const { text, values } = query
      client.query(new BatchQuery({ name: nameOf(text), text, values }, { before }, settle))
    })
  })
}
