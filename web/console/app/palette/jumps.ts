import { useDebouncedValue } from '@mantine/hooks'
import { IconBuildingStore } from '@tabler/icons-react'
import { isTied } from '#console/access.ts'
import { useList } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import { pageHref } from '#contract/console-paths.ts'
import { businessApi } from '#contract/business/business.ts'
import { useCurrentBusiness } from '#app/current-business.ts'
import type { Jump } from './jump.ts'
import { menuOf } from '#app/shell/menu.ts'
import { useReceiptJump } from './receipt-jump.ts'
import { useRecordJumps } from './record-jumps.ts'

/** The places that a text leads to, and what is to be said of them. */
export type Jumps = { jumps: Jump[]; word: string | null }

/** Pages and businesses whose name has the text in it, then the receipt of that number, and members, events and cards that it finds. */
export function useJumps(text: string): Jumps {
  const { business = null } = useCurrentBusiness()
  const wanted = text.trim()
  const [q] = useDebouncedValue(wanted, 400)
  const places = useNamedPlaces(wanted.toLowerCase(), q)
  const records = useRecordJumps(q, business)
  const receipts = useReceiptJump(q, business)
  const isStale = q !== wanted || records.isSearching || receipts.isSearching
  const jumps = [...places, ...[...receipts.jumps, ...records.jumps].map((jump) => ({ ...jump, isStale }))]
  return { jumps, word: wordOf({ ...records, isStale, hasNone: jumps.length === 0 }) }
}

function wordOf(state: { isStale: boolean; hasFailed: boolean; hasNone: boolean }): string | null {
  if (state.hasFailed) return 'Members, cards and events could not be searched.'
  if (!state.hasNone) return null
  return state.isStale ? 'Searching…' : 'Nothing by that name.'
}

function useNamedPlaces(wanted: string, q: string): Jump[] {
  const me = useMe()
  const { business } = useCurrentBusiness()
  const { rows = [] } = useList(businessApi.listBusinesses, isTied(me) ? null : { query: { q, limit: 10 } })
  const pages = [
    ...(business ? placesIn(menuOf(me, business), business.DisplayName) : []),
    ...placesIn(menuOf(me, null), ''),
  ]
  const businesses = rows.map((row) => ({
    label: row.DisplayName,
    place: 'Business',
    icon: IconBuildingStore,
    href: pageHref('home', { businessId: row.BusinessId }),
  }))
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
