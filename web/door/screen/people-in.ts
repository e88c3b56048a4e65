import { letsIn, type ScanAnswer } from '#contract/events/event-scans.ts'

type Scan = Pick<ScanAnswer, 'Result' | 'IsUndone'> & { readonly isWaiting: boolean }

/** How many are in: as the server last said, with those who went by this device since and of whom it hasn't heard yet. */
export function peopleIn(told: number, scans: readonly Scan[]): number {
  const own = scans.filter(({ isWaiting, IsUndone }) => isWaiting && !IsUndone)
  const came = own.filter(({ Result }) => letsIn(Result)).length
  const left = own.filter(({ Result }) => Result === 'CheckedOut').length
  return Math.max(0, told + came - left)
}
