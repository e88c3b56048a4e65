import sql from 'sql-template-tag'
import { defaultRoles } from '#contract/access/permissions.ts'
import type { Queries } from '#platform/database'

/** Whether the business has a role of this name, its own or one that every business has. */
export async function roleExists(db: Queries, name: string): Promise<boolean> {
  if (defaultRoles.some((role) => role.name === name)) return true
  const own = await db.maybe(sql`select from role where business_id = ${db.businessId} and name = ${name}`)
  return own !== null
}
