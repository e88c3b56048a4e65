import { permissionGroup } from '#contract/access/permissions.ts'
import type { Permission } from '#contract/access/roles.ts'

/** The permissions under their headings, in the order they came. */
export function permissionGroupsOf(permissions: readonly Permission[]) {
  return [...Map.groupBy(permissions, ({ Name }) => permissionGroup(Name))].map(([heading, members]) => ({
    heading,
    permissions: members,
  }))
}
