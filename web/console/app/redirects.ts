import { consolePaths, pageHref } from '#contract/console-paths.ts'
import type { Me } from '#contract/access/session.ts'

/** Where a user starts: their own business, or the list of all of them. */
export function homeOf(me: Me): string {
  return me.BusinessId === null ? consolePaths.businesses : pageHref('home', { businessId: me.BusinessId })
}

/** Where a visit to this path leads instead, or null if it may go on. Users tied to a business stay within it. */
export function redirectOf(me: Me, path: string): string | null {
  // Nothing else would be answered.
  if (isFactorOverdue(me)) return path === consolePaths.account ? null : consolePaths.account
  if (path === '/' || path === '/sign-in' || path === '/login') return homeOf(me)
  if (me.BusinessId === null || !isWithin(consolePaths.businesses, path)) return null
  const home = homeOf(me)
  return isWithin(home, path) ? null : home
}

/** True once somebody should have set up a second factor, and has none. */
export function isFactorOverdue({ SecondFactor: { DueDate } }: Me): boolean {
  return DueDate !== null && Date.parse(DueDate) <= Date.now()
}

const isWithin = (start: string, path: string) => path === start || path.startsWith(`${start}/`)
