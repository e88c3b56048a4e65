import type { ReentryRule } from '#contract/events/door-rules.ts'
import { letsIn, type ScanResult } from '#contract/events/event-scans.ts'
import { sinceWhen, zonedTime } from '#contract/events/event-times.ts'

/** A scan of a member at an occasion, as far as what came of it depends on their other scans there. */
export type Movement = {
  readonly scanId: string
  readonly at: number
  readonly direction: 'In' | 'Out'
  /** What the person was told; null if that isn't known, or they are yet to be told. */
  readonly toldAs: ScanResult | null
}

/** What came of it. */
export type Settled = {
  readonly scanId: string
  readonly result: ScanResult
  readonly reason: string | null
  readonly isLetInTwice: boolean
  /** Of the scan that counts: they are out by now. */
  readonly isOut: boolean
}

/** The rule of an event, and its clocks. */
export type Rule = { readonly Reentry: ReentryRule; readonly TimeZoneId: string }

/**
 * What comes of a member's scans at one occasion, in the order of time: however they came in, it is the same. The first that
 * let them in counts. Where none did, the first of all does: it was refused for the sake of one that has been undone.
 */
export function replay(movements: readonly Movement[], rule: Rule, now: Date): Settled[] {
  const ordered = movements.toSorted(
    (one, other) => one.at - other.at || (one.scanId < other.scanId ? -1 : 1),
  )
  const counted = ordered.find(mayHaveLetIn) ?? ordered.find(({ direction }) => direction === 'In')
  const stay: Stay = { since: null, isIn: false, leftAt: null }
  const settled = ordered.map((each) => {
    if (each === counted) return enter(stay, each, 'Valid')
    if (each.direction === 'Out') return leave(stay, each)
    if (stay.since === null)
      return already(each, sinceWhen(new Date(counted!.at), rule.TimeZoneId, now), false)
    if (comesAgain(stay, rule, each)) return enter(stay, each, 'Reentry')
    const reason = whyNotAgain(stay, rule, now)
    const isLetInTwice = letsIn(each.toldAs)
    if (isLetInTwice) stay.isIn = true
    return already(each, reason, isLetInTwice)
  })
  return settled.map((each) => ({ ...each, isOut: each.scanId === counted?.scanId && !stay.isIn }))
}

/** How a member stands at an occasion: since when they are in, and when they last left. */
type Stay = { since: number | null; isIn: boolean; leftAt: number | null }

type Step = Omit<Settled, 'isOut'>

const mayHaveLetIn = ({ direction, toldAs }: Movement) =>
  direction === 'In' && (toldAs === null || letsIn(toldAs))

function comesAgain({ isIn }: Stay, { Reentry }: Rule, { toldAs }: Movement): boolean {
  // Whoever was turned away has not come in, whatever is known by now.
  if (toldAs !== null && !letsIn(toldAs)) return false
  return Reentry === 'free' || (Reentry === 'checkout' && !isIn)
}

function enter(stay: Stay, { scanId, at }: Movement, result: ScanResult): Step {
  stay.isIn = true
  stay.since = at
  return { scanId, result, reason: null, isLetInTwice: false }
}

function leave(stay: Stay, { scanId, at }: Movement): Step {
  if (!stay.isIn)
    return {
      scanId,
      result: 'NotIn',
      reason: "This member isn't in: there is nobody to check out.",
      isLetInTwice: false,
    }
  stay.isIn = false
  stay.leftAt = at
  return { scanId, result: 'CheckedOut', reason: null, isLetInTwice: false }
}

function already({ scanId }: Movement, reason: string, isLetInTwice: boolean): Step {
  return { scanId, result: 'AlreadyIn', reason, isLetInTwice }
}

function whyNotAgain({ since, isIn, leftAt }: Stay, { TimeZoneId }: Rule, now: Date): string {
  if (isIn || leftAt === null) return sinceWhen(new Date(since!), TimeZoneId, now)
  const { time } = zonedTime(new Date(leftAt), TimeZoneId)
  return `Left at ${time}. Whoever has left this event can't come in again.`
}
