import sql, { type Sql } from 'sql-template-tag'
import type { Queries } from '#platform/database'
import type { KnownSearches } from './known-searches.ts'
import type { Wanted } from './wanted.ts'

/**
 * The members `m` of the business, to be searched by an index. With the business among what is asked of the trigram
 * index, that goes through the list of all its members, which takes longer the more there are (30 ms of a million)
 * where the letters alone take 2. Without it the letters of every business are gone through, which is the shorter way
 * for one that has a fair part of all members.
 */
export async function searchedMembers(db: Queries, known: KnownSearches, wanted: Wanted): Promise<Sql> {
  const isByWords = !wanted.membershipNumber?.trim() && (await isLarge(db, known))
  return isByWords
    ? sql`member_search_by_words m where true`
    : sql`member_search m where m.business_id = ${db.businessId}`
}

// One in so many of all members makes a business large.
const fairPart = 30

async function isLarge(db: Queries, known: KnownSearches): Promise<boolean> {
  const [large, small] = [`large ${db.businessId}`, `small ${db.businessId}`]
  if (!known.has(large) && !known.has(small)) known.add((await askIsLarge(db)) ? large : small)
  return known.has(large)
}

// Counted no further than it matters. Nobody has estimated a table that is new: it is small, and either way is short.
async function askIsLarge(db: Queries): Promise<boolean> {
  const { isLarge: answer } = await db.one<{ isLarge: boolean }>(sql`
    with part as (
      select greatest(reltuples / ${fairPart}, 0)::bigint as members from pg_class where oid = 'member'::regclass
    )
    select members <= (
      select count(*) from (
        select from member m where m.business_id = ${db.businessId} and m.deleted_at is null
        limit (select members from part)
      ) counted
    ) as "isLarge" from part`)
  return answer
}
