import { invalid } from '#platform/refusals'
import { isSameSecret } from '#platform/secrets'
import type { Call } from './call.ts'

/** What a part of a sort key can be; a whole number too large for JavaScript comes as its digits. */
type KeyPart = { text: string; time: string; integer: string | number }
export type Kind = keyof KeyPart
type KeyOf<Kinds extends readonly Kind[]> = { readonly [Index in keyof Kinds]: KeyPart[Kinds[Index]] }

type PagedCall = Pick<Call, 'endpoint' | 'origin'> & {
  readonly query: { limit: number; continuationToken?: string | undefined }
}

/**
 * The sort key of the last row the caller has seen, of the kinds that the list sorts by; null on the first page.
 * A token that is damaged, borrowed, forged or of another version's list is a 400.
 */
export function afterKey<const Kinds extends readonly Kind[]>(
  call: PagedCall,
  ...kinds: Kinds
): KeyOf<Kinds> | null {
  const token = call.query.continuationToken
  if (token === undefined) return null
  const [payload = '', seal = ''] = token.split('.')
  // The seal ties a token to its list, filters and order, so that a cut or borrowed one is refused rather than misread.
  if (!isSameSecret(seal, sealOf(call, payload))) throw damaged()
  const key = JSON.parse(Buffer.from(payload, 'base64url').toString()) as unknown
  if (!isOf(kinds, key)) throw damaged()
  return key
}

/** How many rows a list asks the database for: one more than it shows tells that there is a next page. */
export function rowsToAsk(call: PagedCall): number {
  return call.query.limit + 1
}

type Key = readonly (string | number)[]

/**
 * Shapes the rows of `rowsToAsk` into a page; its link carries every filter and the last row's sort key. Where rows were looked
 * for no further than a key, a page of fewer goes on after that.
 */
export function pageOf<Row>(
  call: PagedCall,
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
  lookedTo: Key | null = null,
) {
  const shown = rows.slice(0, call.query.limit)
  const last = rows.length > call.query.limit ? shown.at(-1) : undefined
  const key = last === undefined ? lookedTo : keyOf(last)
  if (key === null) return { Results: shown, _links: {} }
  const payload = Buffer.from(JSON.stringify(key)).toString('base64url')
  const next = call.origin.url()
  next.searchParams.set('continuationToken', `${payload}.${sealOf(call, payload)}`)
  return { Results: shown, _links: { next: { href: next.href } } }
}

function sealOf({ endpoint, origin }: PagedCall, payload: string): string {
  const { pathname, searchParams } = origin.url()
  // Pages of one list may differ in length.
  searchParams.delete('limit')
  searchParams.delete('continuationToken')
  searchParams.sort()
  return origin.seal(`${endpoint} ${pathname}?${searchParams.toString()} ${payload}`)
}

function isOf<Kinds extends readonly Kind[]>(kinds: Kinds, key: unknown): key is KeyOf<Kinds> {
  if (!Array.isArray(key) || key.length !== kinds.length) return false
  return kinds.every((kind, at) => fits[kind](key[at]))
}

const fits: Readonly<Record<Kind, (part: unknown) => boolean>> = {
  text: (part) => typeof part === 'string',
  time: (part) => typeof part === 'string' && !Number.isNaN(Date.parse(part)),
  integer: (part) => (typeof part === 'string' || typeof part === 'number') && /^-?\d{1,18}$/.test(`${part}`),
}

const damaged = () => invalid('The continuation token is damaged.')
