import sql, { type Sql } from 'sql-template-tag'
import { expect } from 'vitest'
import type { SingleQueries } from '#platform/database'
import type { TestHub } from '#tests/hub.ts'

/** A step of what the database did. */
export type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** A business's queries, each of which is also explained; `plans` has what was done. */
export function explained(
  { database }: Pick<TestHub, 'database'>,
  businessId: string,
): { db: SingleQueries; plans: PlanNode[] } {
  const real = database.forTenant(businessId)
  const plans: PlanNode[] = []
  const explain = async (query: Sql) => {
    const [row] = await real.rows<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      sql`explain (analyze, costs off, timing off, format json) ${query}`,
    )
    plans.push(...nodesOf(row!['QUERY PLAN'][0]!.Plan))
  }
  const db: SingleQueries = {
    ...real,
    rows: async (query) => (await explain(query), real.rows(query)),
    one: async (query) => (await explain(query), real.one(query)),
    maybe: async (query) => (await explain(query), real.maybe(query)),
  }
  return { db, plans }
}

/** No step handles more rows than that: nothing is read from end to end, and nothing sorted whole. */
export function expectFewRows(plans: readonly PlanNode[], most: number): void {
  for (const node of plans) {
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
    expect(
      (node['Actual Rows'] + removed) * node['Actual Loops'],
      JSON.stringify({ ...node, Plans: undefined }),
    ).toBeLessThan(most)
  }
}
