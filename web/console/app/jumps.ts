import { useDebouncedValue } from '@mantine/hooks'
import { IconBuildingStore } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { isTied } from '#console/access.ts'
import { businessHref } from '#console/business.ts'
import { useList } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import { businessApi } from '#contract/business.ts'
import { useCurrentBusiness } from './current-business.ts'
import { menuOf } from './menu.ts'

/** A place to go to: a page, or a business. */
export type Jump = { label: string; place: string; icon: Icon; href: string }

/** The places whose name has the text in it, pages first. */
export function useJumps(text: string): Jump[] {
  const me = useMe()
  const { business } = useCurrentBusiness()
  const [q] = useDebouncedValue(text.trim(), 400)
  const { rows = [] } = useList(businessApi.listBusinesses, isTied(me) ? null : { query: { q, limit: 10 } })
  const pages = [
    ...(business ? placesIn(menuOf(me, business), business.DisplayName) : []),
    ...placesIn(menuOf(me, null), ''),
  ]
  const businesses = rows.map((row) => ({
    label: row.DisplayName,
    place: 'Business',
    icon: IconBuildingStore,
    href: businessHref(row.BusinessId),
  }))
  const wanted = text.trim().toLowerCase()
  const hrefs = new Set<string>()
  return [...pages, ...businesses].filter(({ label, href }) => {
    if (hrefs.has(href) || !label.toLowerCase().includes(wanted)) return false
    hrefs.add(href)
    return true
  })
}

function placesIn(sections: ReturnType<typeof menuOf>, place: string): Jump[] {
  return sections.flatMap(({ heading, items }) => items.map((item) => ({ ...item, place: heading ?? place })))
}
