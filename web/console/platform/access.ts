import type { Access } from '#contract/endpoint.ts'
import type { Licence } from '#contract/business/licences.ts'
import type { Me } from '#contract/access/session.ts'

/**
 * True if a page or call with this access is open to the user; in a business with these licences, if they are given.
 * Super administrators may everything, others what their role grants. The console only hides: the server decides.
 */
export function isOpenTo(me: Me, access: Access, licences?: readonly Licence[]): boolean {
  if (access.kind === 'permission') {
    const isLicensed = !access.licence || !licences || licences.includes(access.licence)
    const has = (permission: string) => me.IsSuperAdmin || me.Permissions.includes(permission)
    return isLicensed && access.permissions.some(has) && (!access.also || has(access.also))
  }
  if (access.kind === 'till') return false
  return access.kind !== 'super-administrator' || me.IsSuperAdmin
}

/** Users who are tied to a business stay within it. */
export function isTied(me: Me): boolean {
  return me.BusinessId !== null
}
