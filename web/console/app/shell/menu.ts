import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { isOpenTo } from '#console/access.ts'
import { consolePaths, pageHref } from '#contract/console-paths.ts'
import type { Business } from '#contract/business/business.ts'
import type { Me } from '#contract/access/session.ts'
import type { PageRow } from '#app/page-row.ts'
import { pages } from '#app/pages.ts'
import { fetched, Nothing } from '#ui/feedback/fetched.tsx'

export type MenuItem = {
  label: string
  icon: Icon
  href: string
  /** It is where other addresses start, so only its own makes it current. */
  isStart: boolean
  Count?: ComponentType
}
export type MenuSection = { heading: string | null; items: MenuItem[] }

const counts = new Map<Load, ComponentType>()
type Load = NonNullable<NonNullable<PageRow['menu']>['count']>

/** The same part each time: another one would be drawn, and fetched, anew. */
function countOf(load: Load): ComponentType {
  const part = counts.get(load) ?? fetched(load, null, Nothing)
  counts.set(load, part)
  return part
}

/** The pages of this business that the user may see; without a business, those that belong to none. */
export function menuOf(me: Me, business: Business | null, rows: readonly PageRow[] = pages): MenuSection[] {
  const sections: MenuSection[] = []
  for (const { path, access, menu } of rows) {
    if (!menu || path.startsWith(consolePaths.home) !== (business !== null)) continue
    if (!isOpenTo(me, access, business?.LicencedHubProducts) || menu.isFor?.(me) === false) continue
    const heading = (typeof menu.group === 'function' ? menu.group(me) : menu.group) ?? null
    const item: MenuItem = {
      label: typeof menu.label === 'string' ? menu.label : menu.label(me),
      icon: menu.icon,
      ...(menu.count && { Count: countOf(menu.count) }),
      isStart: path === consolePaths.home || path === consolePaths.businesses,
      href: business
        ? path.replace(consolePaths.home, pageHref('home', { businessId: business.BusinessId }))
        : path,
    }
    const last = sections.at(-1)
    if (last?.heading === heading) last.items.push(item)
    else sections.push({ heading, items: [item] })
  }
  return sections
}
