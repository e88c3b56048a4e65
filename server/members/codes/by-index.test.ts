import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Queries } from '#platform/database'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { resolveCode } from './resolve.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

test('whose a code is, is asked of an index by the code, also under row-level security', async () => {
  const plans: string[] = []
  await hub.database.transaction('harbourside', async (tx) => {
    // The demo's few codes are read faster from end to end than by any index.
    await tx.run(sql`set local enable_seqscan = off`)
    const explain = async (query: Sql) => {
      const rows = await tx.rows<{ 'QUERY PLAN': string }>(sql`explain (costs off) ${query}`)
      plans.push(...rows.map((row) => row['QUERY PLAN']))
    }
    const explained = {
      ...tx,
      rows: async (query: Sql) => (await explain(query), tx.rows(query)),
    } as Queries
    await resolveCode(explained, 'nobody has this')
  })
  const conditions = plans.filter((line) => line.includes('Index Cond') && line.includes('code_key'))
  expect(conditions, plans.join('\n')).not.toEqual([])
})
