import sql from 'sql-template-tag'
import { defaultRoles } from '#contract/permissions.ts'
import type { Queries } from '#platform/database.ts'

/** What a role of the business grants: the contract says it of the roles everyone has, the table of the others. */
export async function permissionsOfRole(db: Queries, name: string): Promise<readonly string[]> {
  const standard = defaultRoles.find((role) => role.name === name)
  if (standard) return standard.permissions
  const own = await db.maybe<{ permissions: string[] }>(
    sql`select permissions from role where business_id = ${db.businessId} and name = ${name}`,
  )
  return own?.permissions ?? []
}
