import sql, { type Sql } from 'sql-template-tag'

/** How the business stands, if it is suspended or ended and was closed at a moment already: what was done before counts. */
export function closedAt(businessId: string, at: Sql): Sql {
  return sql`(select b.standing from business b
    where b.business_id = ${businessId} and b.standing <> 'Open' and coalesce(b.closed_since, b.standing_since) <= ${at})`
}
