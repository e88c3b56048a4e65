import sql, { type Sql } from 'sql-template-tag'

/** Whether the business is suspended, and was so at a moment already: what was done before counts. */
export function isSuspendedAt(businessId: string, at: Sql): Sql {
  return sql`exists (select from business b
    where b.business_id = ${businessId} and b.standing <> 'Open' and b.standing_since <= ${at})`
}
