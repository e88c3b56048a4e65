import { useDebouncedValue } from '@mantine/hooks'
import { useCurrentBusiness } from '#app/current-business.ts'
import type { Jump } from './jump.ts'
import { useNamedPlaces } from './named-places.ts'
import { orderedJumps } from './ordered-jumps.ts'
import { useReceiptJump } from './receipt-jump.ts'
import { useRecentJumps } from './recent-jumps.ts'
import { useRecordJumps } from './record-jumps.ts'
import { useVerbs } from './verbs.ts'

/** The places that a text leads to, and what is to be said of them. */
export type Jumps = { jumps: Jump[]; word: string | null }

/** Without a text what was opened last, what can be done, and the pages; with one what it finds, as it is ordered. */
export function useJumps(text: string): Jumps {
  const { business = null } = useCurrentBusiness()
  const wanted = text.trim()
  const [q] = useDebouncedValue(wanted, 400)
  const recents = useRecentJumps(business)
  const verbs = useVerbs(wanted, q, business)
  const places = useNamedPlaces(wanted.toLowerCase(), q, business)
  // Also of what begins like a verb: an event may be called 'Card Night'.
  const records = useRecordJumps(q, business)
  const receipts = useReceiptJump(q, business)
  const isStale = q !== wanted || records.isSearching || receipts.isSearching || verbs.isSearching
  const stale = (jump: Jump) => ({ ...jump, isStale })
  const jumps = orderedJumps(wanted, {
    recents,
    verbs: [...verbs.plain, ...verbs.deeds.map(stale)],
    others: [...places, ...[...receipts.jumps, ...records.jumps].map(stale)],
  })
  const hasFailed = records.hasFailed || verbs.hasFailed
  return { jumps, word: wordOf({ hasFailed, isStale, hasNone: jumps.length === 0 }) }
}

function wordOf(state: { isStale: boolean; hasFailed: boolean; hasNone: boolean }): string | null {
  if (state.hasFailed) return 'Not everything could be searched.'
  if (!state.hasNone) return null
  return state.isStale ? 'Searching…' : 'Nothing by that name.'
}
