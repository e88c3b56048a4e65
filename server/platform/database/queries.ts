import type pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { ConnectionLost, type Driver, isConnectionLoss, type Terms } from '#platform/driver'
import { asNone, discard, requireTurn } from './pool.ts'
import type { createStatementNames } from './statement-names.ts'
import type { Queries } from './types.ts'

type NameOf = ReturnType<typeof createStatementNames>

/** The ways to ask, given one to run a query. */
export function queriesVia(
  businessId: string,
  run: (query: Sql) => Promise<pg.QueryResult>,
  planFor: Queries['planFor'],
): Queries {
  return {
    businessId,
    planFor,
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

export type Source = { readonly pool: pg.Pool; readonly driver: Driver; readonly nameOf: NameOf }

/** Runs one statement under its terms, on whatever connection is free. */
export function runOnPool({ pool, driver, nameOf }: Source, terms: Terms, query: Sql) {
  requireTurn(pool)
  return new Promise<pg.QueryResult>((resolve, reject) => {
    pool.connect((refusal, client, release) => {
      if (!client) return reject(asNone(refusal))
      const finish = (result: pg.QueryResult) => {
        release()
        resolve(result)
      }
      const fail = (error: Error) => {
        if (!isConnectionLoss(error)) {
          release()
          return reject(error)
        }
        discard(client, error)
        reject(new ConnectionLost(error, true))
      }
      driver.openSession(client).runAlone(statementOf(query, nameOf), terms).then(finish, fail)
    })
  })
}

/** A query as drivers take it. */
export function statementOf({ text, values }: Sql, nameOf: NameOf) {
  return { name: nameOf(text), text, values }
}
