import { api } from '#contract'
import { type PermissionName, permissions } from '#contract/access/permissions.ts'
import type { Permission } from '#contract/access/roles.ts'
import type { Endpoint } from '#contract/endpoint.ts'

/** What a permission is for, by the titles of the rows that it opens: what it lets somebody do first, then what they see. */
function opensOf(permission: PermissionName): string[] {
  const rows = Object.values(api as Record<string, Endpoint>).filter(
    ({ access }) => access.kind === 'permission' && access.permissions.includes(permission),
  )
  const reads = rows.filter(({ method }) => method === 'GET')
  const acts = rows.filter((row) => !reads.includes(row))
  return [...new Set([...acts, ...reads].map(({ title }) => title))]
}

/** Every permission a role can grant, with what it opens: by the contract, so that it is never out of date. */
export const permissionList: readonly Permission[] = permissions.map(
  ({ name, displayName, description }) => ({
    Name: name,
    DisplayName: displayName,
    Description: description,
    Opens: opensOf(name),
  }),
)
