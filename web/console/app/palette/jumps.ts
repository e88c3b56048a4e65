import { useDebouncedValue } from '@mantine/hooks'
import { useCurrentBusiness } from '#app/current-business.ts'
import type { Jump } from './jump.ts'
import { useNamedPlaces } from './named-places.ts'
import { useReceiptJump } from './receipt-jump.ts'
import { useRecentJumps } from './recent-jumps.ts'
import { useRecordJumps } from './record-jumps.ts'
import { useVerbs } from './verbs.ts'

/** The places that a text leads to, and what is to be said of them. */
export type Jumps = { jumps: Jump[]; word: string | null }

/**
 * Without a text what was opened last, then what can be done, then the pages. With one what it says exactly, then actions,
 * pages and businesses by their names, the receipt of that number, and every record that it finds, recent ones first.
 */
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
  const isRecent = ({ key }: Jump) => recents.some((recent) => recent.key === key)
  const found = [...verbs.deeds, ...receipts.jumps, ...first(records.jumps, isRecent)].map((jump) => ({
    ...jump,
    isStale,
  }))
  const all = [...(wanted ? [] : recents), ...verbs.plain, ...places, ...found]
  const jumps = eachOnce(first(all, ({ isExact = false }) => isExact))
  const hasFailed = records.hasFailed || verbs.hasFailed
  return { jumps, word: wordOf({ hasFailed, isStale, hasNone: jumps.length === 0 }) }
}

/** Those of which it is true before the others. */
function first(jumps: readonly Jump[], isFirst: (jump: Jump) => boolean): Jump[] {
  return [...jumps.filter(isFirst), ...jumps.filter((jump) => !isFirst(jump))]
}

function eachOnce(jumps: readonly Jump[]): Jump[] {
  const keys = new Set<string>()
  return jumps.filter(({ key }) => !keys.has(key) && keys.add(key))
}

function wordOf(state: { isStale: boolean; hasFailed: boolean; hasNone: boolean }): string | null {
  if (state.hasFailed) return 'Not everything could be searched.'
  if (!state.hasNone) return null
  return state.isStale ? 'Searching…' : 'Nothing by that name.'
}
