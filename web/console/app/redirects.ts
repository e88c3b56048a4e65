import { businessHref } from '#console/business.ts'
import type { Me } from '#contract/access/session.ts'

/** Where a user starts: their own business, or the list of all of them. */
export function homeOf(me: Me): string {
  return me.BusinessId === null ? '/businesses' : businessHref(me.BusinessId)
}

/** Where a visit to this path leads instead, or null if it may go on. Users tied to a business stay within it. */
export function redirectOf(me: Me, path: string): string | null {
  if (path === '/' || path === '/sign-in') return homeOf(me)
  if (me.BusinessId === null || !/^\/businesses(\/|$)/.test(path)) return null
  const home = homeOf(me)
  return path === home || path.startsWith(`${home}/`) ? null : home
}
