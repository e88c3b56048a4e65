import sql, { type Sql } from 'sql-template-tag'
import type { Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { fewOf, rowsToLookAt } from '#platform/search'
import { fewMembersSeenBy } from '#server/members/few'

type Viewer = Pick<Who, 'venues' | 'uid'>

/** Selects of the ids of the cards of the few members that a user sees, and of the few that they sent to nobody's member; or null. */
export async function cardsOfFew(db: Queries, who: Viewer): Promise<readonly Sql[] | null> {
  const members = await fewMembersSeenBy(db, who)
  if (!members) return null
  const cards = sql`select x.card_id as id from card x where x.business_id = ${db.businessId}`
  const sent = await fewOf(db, sql`${cards} and x.member_id is null and x.issued_by_id = ${who.uid}`)
  return (
    sent && [sql`${cards} and x.member_id = any(${members}::text[])`, sql`select unnest(${sent}::text[])`]
  )
}

/** The cards that have to be looked at for this user, as a table: all, or those of few. */
export async function cardsFor(db: Queries, who: Viewer): Promise<Sql> {
  return rowsToLookAt({
    table: sql`card`,
    row: sql`c`,
    id: sql`card_id`,
    base: sql`c.business_id = ${db.businessId}`,
    ofFew: await cardsOfFew(db, who),
  })
}
