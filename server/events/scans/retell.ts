import sql from 'sql-template-tag'
import { isRefusal, letsIn, type ScanAnswer, type ScanResult } from '#contract/events/event-scans.ts'
import type { Who } from '#platform/access'
import type { Transaction } from '#platform/database'
import type { DoorEvent } from '#server/events/doors'
import type { DatedScan } from './dated-scans.ts'
import { refusedOffline } from './outcome.ts'
import { readScan, type StoredScan } from './scan-record.ts'
import { readMovements, settleScan } from './settle.ts'

/**
 * The answer to a scan that is known. Where its answer was lost on the way, the device has told the person something by
 * itself, and says now what: that has happened, and what Hub had made of it follows.
 */
export async function retell(
  tx: Transaction,
  who: Who,
  event: DoorEvent,
  scan: DatedScan,
  same: StoredScan,
): Promise<ScanAnswer> {
  const { DecidedAs: told } = scan
  const { memberId, occasion, ScanId: scanId } = same
  if (told === undefined || told === same.toldAs || same.IsUndone || memberId === null) return same
  // What the device told them was before that.
  if (same.isOverridden) return same
  const { result, reason } = resultBy(same, told)
  await tx.run(sql`
    update event_scan set told_as = ${told}, result = ${result}, reason = ${reason}
    where business_id = ${tx.businessId} and event_id = ${event.id} and scan_id = ${scanId}`)
  const place = { eventId: event.id, memberId, occasion }
  await settleScan(tx, place, event, await readMovements(tx, place))
  return readScan(tx, who, event.id, scanId)
}

/** What a scan is to be settled as, by what the person was told. */
function resultBy(
  { Result, Reason }: StoredScan,
  told: ScanResult,
): { result: ScanResult; reason: string | null } {
  // Which of a member's scans counts is settled with the others.
  if (Result === 'Full' && letsIn(told)) return { result: 'AlreadyIn', reason: null }
  if (letsIn(Result) && isRefusal(told))
    return told === 'AlreadyIn' || told === 'NotIn'
      ? { result: 'AlreadyIn', reason: null }
      : { result: told, reason: refusedOffline }
  return { result: Result, reason: Reason }
}
