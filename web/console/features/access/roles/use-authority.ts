import { useMe } from '#console/session.ts'
import { authorityWords } from '#contract/access/authority.ts'
import { limitKinds, permissionOfLimit } from '#contract/approvals/limits.ts'
import type { PermissionName } from '#contract/access/permissions.ts'
import type { Role } from '#contract/access/roles.ts'

/** Said of a permission that the user can't give. */
export const notYours = "You can't give what you don't have yourself."

export type Authority = {
  /** Why this role can only be read; null if it can be changed. */
  whyReadOnly: (role: Role) => string | null
  /** Whether the limits of a role that every business has can be changed: they have to say something. */
  canLimit: (role: Role) => boolean
  /** Whether the user can tick this permission: one that they don't have they can't give, but can take away. */
  canGive: (permission: PermissionName) => boolean
}

/** What the user may make of roles: the server decides by the same rule. */
export function useAuthority(): Authority {
  const { IsSuperAdmin, Role: ownRole, Permissions } = useMe()
  return {
    whyReadOnly: (role) => {
      if (role.IsApplicationDefault) return "Every business has this role; it can't be changed or removed."
      return !IsSuperAdmin && role.Name === ownRole ? authorityWords.ownRole : null
    },
    canLimit: ({ Name, IsApplicationDefault, GrantedPermissions }) =>
      IsApplicationDefault &&
      (IsSuperAdmin || Name !== ownRole) &&
      limitKinds.some((kind) => GrantedPermissions.includes(permissionOfLimit[kind])),
    canGive: (permission) => IsSuperAdmin || Permissions.includes(permission),
  }
}
