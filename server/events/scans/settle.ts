import sql from 'sql-template-tag'
import type { ScanResult } from '#contract/events/event-scans.ts'
import { rightNow } from '#platform/clock'
import type { Transaction } from '#platform/database'
import { type Movement, replay, type Rule, type Settled } from './replay.ts'

/** Where a member's scans are settled with each other. */
export type Place = { readonly eventId: string; readonly memberId: string; readonly occasion: string }

type Kept = Movement & Settled

/** A member's scans at an occasion that depend on each other. Others were refused, or are undone. */
export async function readMovements(
  tx: Transaction,
  { eventId, memberId, occasion }: Place,
): Promise<Kept[]> {
  const rows = await tx.rows<Omit<Kept, 'at'> & { at: string }>(sql`
    select scan_id as "scanId", scanned_at as at, direction, told_as as "toldAs", result, reason,
      is_let_in_twice as "isLetInTwice", is_out as "isOut"
    from event_scan
    where business_id = ${tx.businessId} and event_id = ${eventId} and member_id = ${memberId}
      and occasion = ${occasion} and undone_at is null and result = any(${dependent})`)
  return rows.map((row) => ({ ...row, at: Date.parse(row.at) }))
}

/**
 * Brings a check-out here that found nobody in. It was told before the door by which they had come: had that been known,
 * this is what they would have left.
 */
export async function bringCheckOut(
  tx: Transaction,
  { eventId, memberId, occasion }: Place,
  cameAt: Date,
): Promise<void> {
  await tx.run(sql`
    update event_scan set occasion = ${occasion}
    where business_id = ${tx.businessId} and event_id = ${eventId} and scan_id = (
      select scan_id from event_scan
      where business_id = ${tx.businessId} and event_id = ${eventId} and member_id = ${memberId} and direction = 'Out'
        and result = 'NotIn' and undone_at is null and occasion <> ${occasion}
        and scanned_at between ${cameAt.toISOString()} and ${cameAt.toISOString()}::timestamptz + interval '1 day'
      order by scanned_at, scan_id limit 1)`)
}

const dependent: readonly ScanResult[] = ['Valid', 'Reentry', 'AlreadyIn', 'CheckedOut', 'NotIn']

/** Settles them anew, with one more if there is one, and tells what comes of that: it is yet to be stored. */
export async function settleScan(
  tx: Transaction,
  place: Place,
  rule: Rule,
  kept: readonly Kept[],
  added?: Movement,
): Promise<Settled | undefined> {
  const settled = replay(added ? [...kept, added] : kept, rule, rightNow())
  const changed = settled.filter((now) => {
    const before = kept.find(({ scanId }) => scanId === now.scanId)
    return before && isOther(before, now)
  })
  // What counts no more first: no two count at once.
  const [counting, others] = [changed.filter(counts), changed.filter((each) => !counts(each))]
  for (const each of [...others, ...counting]) await rewrite(tx, place, each)
  return settled.find(({ scanId }) => scanId === added?.scanId)
}

const counts = ({ result }: Settled) => result === 'Valid'

function isOther(before: Settled, now: Settled): boolean {
  return (
    before.result !== now.result ||
    before.reason !== now.reason ||
    before.isLetInTwice !== now.isLetInTwice ||
    before.isOut !== now.isOut
  )
}

async function rewrite(
  tx: Transaction,
  { eventId }: Place,
  { scanId, result, reason, isLetInTwice, isOut }: Settled,
) {
  await tx.run(sql`
    update event_scan set result = ${result}, reason = ${reason}, is_let_in_twice = ${isLetInTwice}, is_out = ${isOut}
    where business_id = ${tx.businessId} and event_id = ${eventId} and scan_id = ${scanId}`)
}
