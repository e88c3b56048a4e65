import { letsIn, type ScanAnswer } from '#contract/events/event-scans.ts'

type Scan = Pick<ScanAnswer, 'Result' | 'IsUndone'> & {
  readonly isWaiting: boolean
  readonly memberId: string | null
}

/**
 * How many are in: as the server last said, with those who went by this device since and of whom it hasn't heard yet. The
 * scans are those of the device, the latest first.
 */
export function peopleIn(told: number, scans: readonly Scan[]): number {
  const passed = scans.filter(
    ({ IsUndone, Result }) => !IsUndone && (letsIn(Result) || Result === 'CheckedOut'),
  )
  const change = passed.reduce((sum, scan, at) => {
    if (!scan.isWaiting) return sum
    if (scan.Result === 'CheckedOut') return sum - 1
    // Who shows their card once more, and never left, is in already.
    const before = passed.slice(at + 1).find(({ memberId }) => memberId === scan.memberId)
    return scan.Result === 'Reentry' && before && letsIn(before.Result) ? sum : sum + 1
  }, 0)
  return Math.max(0, told + change)
}
