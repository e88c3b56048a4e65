import { conflict } from '#platform/refusals'

/** What the ledger calls what is done with points. */
export const awardKind = 'Award'
export const transferKind = 'Points transfer'
export const expiryKind = 'Expiry'
export const mergeKind = 'Merge'

// Named one by one: whatever else comes to be done with points has a way back of its own, or none.
const reversibleKinds: readonly string[] = [awardKind, transferKind]
const instead: Readonly<Record<string, string>> = {
  [expiryKind]: 'What has expired can not be brought back: award it anew.',
  [mergeKind]: 'Points that came with a merge go back with its undo, on the member’s page.',
}

/** Whether a line of a member's points may be taken back by itself, as far as its kind goes. */
export function isReversibleKind(kind: string): boolean {
  return reversibleKinds.includes(kind)
}

/** Refuses to take back what has another way back, or none. */
export function requireReversibleKind(kind: string): void {
  if (!isReversibleKind(kind))
    throw conflict('not_reversible', instead[kind] ?? 'Only awards and transfers of points can be reversed.')
}
