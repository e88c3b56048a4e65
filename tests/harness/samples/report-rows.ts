import type { Endpoint } from '#contract/endpoint.ts'
import { people, type TestHub } from '#tests/hub.ts'

export type Cell = string | number | boolean | null
export type Row = Record<string, Cell>

/** The moment so many days ago. */
export const days = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString()

/** All rows of a report of Harbourside, page by page. */
export async function allRowsOf(hub: TestHub, row: Endpoint, query: Record<string, string>): Promise<Row[]> {
  const params = { businessId: 'harbourside' }
  const found: Row[] = []
  for (let next: Record<string, string> | null = query; next;) {
    const { body, status, error } = await hub.as(people.finance)(row, { params, query: next })
    if (status !== 200) throw new Error(`${status}: ${error.ErrorMessage}`)
    const page = body as { Results: Row[]; _links: { next?: { href: string } } }
    found.push(...page.Results)
    next = page._links.next ? Object.fromEntries(new URL(page._links.next.href).searchParams) : null
  }
  return found
}

/** What a column of dollars comes to. */
export function sum(rows: readonly Row[], name: string): number {
  return rows.reduce((cents, row) => cents + Math.round(Number(row[name] ?? 0) * 100), 0) / 100
}
