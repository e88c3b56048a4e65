import type { Access } from '#contract/endpoint.ts'
import type { Licence } from '#contract/licences.ts'
import { adminRole } from '#contract/permissions.ts'
import type { PermissionName } from '#contract/permissions.ts'
import type { Me } from '#contract/session.ts'
import { useMe } from './session.ts'

/** True if the signed-in user may do it. The console only hides: the server decides. */
export function useCan(permission: PermissionName): boolean {
  return hasPermission(useMe(), permission)
}

/** Super administrators may everything, others what their role grants. */
export function hasPermission(me: Me, permission: PermissionName): boolean {
  return me.IsSuperAdmin || me.Permissions.includes(permission)
}

/** True if a page or call with this access is open to the user, in a business with these licences. */
export function isOpenTo(me: Me, access: Access, licences: readonly Licence[] = []): boolean {
  if (access.kind === 'permission')
    return hasPermission(me, access.permission) && (!access.licence || licences.includes(access.licence))
  if (access.kind === 'administrator') return me.IsSuperAdmin || me.Role === adminRole
  return access.kind !== 'super-administrator' || me.IsSuperAdmin
}

/** Users who are tied to a business stay within it. */
export function isTied(me: Me): boolean {
  return me.BusinessId !== null
}
