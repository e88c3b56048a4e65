import sql from 'sql-template-tag'
import { defaultRoles } from '#contract/access/permissions.ts'
import type { Role, RoleList } from '#contract/access/roles.ts'
import { revisionOf } from '#platform/call'
import type { Queries } from '#platform/database'

/** What a role of the business grants: the contract says it of the roles everyone has, the table of the others. */
export async function permissionsOfRole(db: Queries, name: string): Promise<readonly string[]> {
  const standard = defaultRoles.find((role) => role.name === name)
  if (standard) return standard.permissions
  const own = await db.maybe<{ permissions: string[] }>(
    sql`select permissions from role where business_id = ${db.businessId} and name = ${name}`,
  )
  return own?.permissions ?? []
}

const standardRoles: readonly Role[] = defaultRoles.map(({ name, description, permissions }) => ({
  Name: name,
  Description: description,
  GrantedPermissions: [...permissions],
  IsApplicationDefault: true,
}))

/** The roles of the business, first those that every business has, then its own by name. */
export async function listRoles(call: { db: Queries }): Promise<RoleList> {
  const roles = await rolesOf(call.db)
  const counts = await userCounts(call.db)
  return {
    Results: roles.map((role) => ({ ...role, UserCount: counts.get(role.Name) ?? 0 })),
    Version: versionOf(roles),
  }
}

/** The same, without their users. */
export async function rolesOf(db: Queries): Promise<Role[]> {
  const own = await db.rows<Role>(sql`
    select name as "Name", description as "Description", permissions as "GrantedPermissions",
      false as "IsApplicationDefault"
    from role where business_id = ${db.businessId}
    order by lower(name)`)
  return [...standardRoles, ...own]
}

/** How many users have each role that somebody has. */
export async function userCounts(db: Queries): Promise<Map<string, number>> {
  const rows = await db.rows<{ name: string; count: number }>(sql`
    select role_name as name, count(*) as count from business_user
    where business_id = ${db.businessId} and role_name is not null
    group by role_name`)
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/** Stands for what the business's own roles are now; the others change with the software alone, and for everyone. */
export function versionOf(roles: readonly Role[]): string {
  const own = roles
    .filter((role) => !role.IsApplicationDefault)
    .map(({ Name, Description, GrantedPermissions }) => [Name, Description, GrantedPermissions])
  return revisionOf(own)
}
