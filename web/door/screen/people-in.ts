import { letsIn, type ScanAnswer } from '#contract/events/event-scans.ts'

type Scan = Pick<ScanAnswer, 'Result' | 'IsUndone' | 'Member'> & {
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
    const before = passed.slice(at + 1).find(({ memberId }) => memberId === scan.memberId)
    const wasIn = before !== undefined && letsIn(before.Result)
    // Of whom nobody knows who they are it isn't known either that they were in.
    if (scan.Result === 'CheckedOut') return scan.Member || wasIn ? sum - 1 : sum
    // Who shows their card once more, and never left, is in already.
    return scan.Result === 'Reentry' && wasIn ? sum : sum + 1
  }, 0)
  return Math.max(0, told + change)
}
