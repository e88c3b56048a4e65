import type { Sql } from 'sql-template-tag'
import { membersApi } from '#contract/members/members.ts'
import { nobody } from '#platform/access'
import type { Call } from '#platform/call'
import type { SingleQueries } from '#platform/database'
import { countEligibleMembers, createKnownSearches, listMembers } from '#server/members/search'

const url = () => new URL('http://bench/')
const origin = { requestId: '', address: '', url, publicUrl: () => url().origin, seal: () => '' }

const planFor = () => undefined

/** A database that answers nothing and keeps what it was asked; it makes every search look common, and the business large. */
function listener(businessId: string) {
  const asked: Sql[] = []
  const rows = async <Row>(query: Sql) => {
    asked.push(query)
    return query.text.includes('counted.hits') ? [{ hits: Number.MAX_SAFE_INTEGER } as Row] : []
  }
  const one = async <Row>(query: Sql) => {
    if (query.text.includes('isLarge')) return { isLarge: true } as Row
    asked.push(query)
    return { Count: 0 } as Row
  }
  const queries = { businessId, rows, one, maybe: async () => null, run: async () => 0, planFor }
  const nothingElse = () => {
    throw new Error('a list asks nothing else')
  }
  const db: SingleQueries = { ...queries, forTenant: nothingElse, transaction: nothingElse }
  return { db, asked }
}

/** The server's seal on a token is its own; ours is empty. */
function withoutSeal({ continuationToken: token, ...query }: Record<string, string>) {
  return token === undefined ? query : { ...query, continuationToken: `${token.split('.')[0]}.` }
}

/** The statements that a list of members may run: for a search, for few hits, and for many in two ways. */
export async function listStatements(businessId: string, query: Record<string, string>): Promise<Sql[]> {
  const { db, asked } = listener(businessId)
  const call = {
    endpoint: 'listMembers',
    who: { ...nobody, isSuperAdmin: true },
    origin,
    params: { businessId },
    query: membersApi.listMembers.query.parse(withoutSeal(query)),
    body: undefined,
    db,
    audit: () => undefined,
    miss: () => undefined,
  } satisfies Call<typeof membersApi.listMembers>
  await listMembers(call, createKnownSearches())
  return asked
}

/** The statement that counts what a filter leaves. */
export async function countStatement(businessId: string, memberFilterQuery: string): Promise<Sql> {
  const { db, asked } = listener(businessId)
  const call = {
    endpoint: 'countEligibleMembers',
    who: { ...nobody, isSuperAdmin: true },
    origin,
    params: { businessId },
    query: membersApi.countEligibleMembers.query.parse({ memberFilterQuery }),
    body: undefined,
    db,
    audit: () => undefined,
    miss: () => undefined,
  } satisfies Call<typeof membersApi.countEligibleMembers>
  await countEligibleMembers(call)
  return asked[0]!
}
