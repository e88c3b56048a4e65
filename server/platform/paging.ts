import { createHash } from 'node:crypto'
import type { Call } from './call.ts'
import { invalid } from './refusal.ts'

type Key = readonly (string | number | null)[]
type PagedCall = Pick<Call, 'endpoint' | 'origin'> & {
  readonly query: { limit: number; continuationToken?: string | undefined }
}

/** The sort key of the last row the caller has seen; null on the first page. A damaged token is a 400. */
export function afterKey(call: PagedCall): Key | null {
  const token = call.query.continuationToken
  if (token === undefined) return null
  const [payload = '', seal] = token.split('.')
  // The seal ties a token to its list, filters and order, so that a cut or borrowed one is refused rather than misread.
  if (seal !== sealOf(call, payload)) throw invalid('The continuation token is damaged.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Key
}

/** How many rows a list asks the database for: one more than it shows tells that there is a next page. */
export function rowsToAsk(call: PagedCall): number {
  return call.query.limit + 1
}

/** Shapes the rows of `rowsToAsk` into a page; its link carries every filter and the last row's sort key. */
export function pageOf<Row>(call: PagedCall, rows: readonly Row[], keyOf: (row: Row) => Key) {
  const shown = rows.slice(0, call.query.limit)
  const last = shown.at(-1)
  if (rows.length <= call.query.limit || last === undefined) return { Results: shown, _links: {} }
  const payload = Buffer.from(JSON.stringify(keyOf(last))).toString('base64url')
  const next = call.origin.url()
  next.searchParams.set('continuationToken', `${payload}.${sealOf(call, payload)}`)
  return { Results: shown, _links: { next: { href: next.href } } }
}

function sealOf({ endpoint, origin }: PagedCall, payload: string): string {
  const search = origin.url().searchParams
  // Pages of one list may differ in length.
  search.delete('limit')
  search.delete('continuationToken')
  search.sort()
  return createHash('sha256')
    .update(`${endpoint}?${search.toString()} ${payload}`)
    .digest('base64url')
    .slice(0, 8)
}
