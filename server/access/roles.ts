import sql from 'sql-template-tag'
import { defaultRoles } from '#contract/access/permissions.ts'
import type { Role, RoleList } from '#contract/access/roles.ts'
import { isSameLimits, noLimits, type RoleLimits } from '#contract/approvals/limits.ts'
import { revisionOf } from '#platform/call'
import type { Queries } from '#platform/database'
import { limitsByRole } from './role-limits.ts'

/** A role as it is kept: with its limits. */
export type KeptRole = Role & { readonly Limits: RoleLimits }

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
export async function rolesOf(db: Queries): Promise<KeptRole[]> {
  const own = await db.rows<Role>(sql`
    select name as "Name", description as "Description", permissions as "GrantedPermissions",
      false as "IsApplicationDefault"
    from role where business_id = ${db.businessId}
    order by lower(name)`)
  const limits = await limitsByRole(db)
  return [...standardRoles, ...own].map((role) => ({ ...role, Limits: limits.get(role.Name) ?? noLimits }))
}

/** How many users have each role that somebody has. */
export async function userCounts(db: Queries): Promise<Map<string, number>> {
  const rows = await db.rows<{ name: string; count: number }>(sql`
    select role_name as name, count(*) as count from business_user
    where business_id = ${db.businessId} and role_name is not null
    group by role_name`)
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/** Stands for what the business's own roles are now, and for the limits of all; what else the others are changes with the software alone, and for everyone. */
export function versionOf(roles: readonly Role[]): string {
  const own = roles
    .filter((role) => !role.IsApplicationDefault)
    .map(({ Name, Description, GrantedPermissions }) => [Name, Description, GrantedPermissions])
  const limits = roles.flatMap(({ Name, Limits = noLimits }) =>
    isSameLimits(Limits, noLimits) ? [] : [[Name, Object.values(Limits)]],
  )
  return revisionOf(limits.length > 0 ? [own, limits] : own)
}
