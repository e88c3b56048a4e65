import sql from 'sql-template-tag'
import { canOverride, type eventScansApi, type ScanAnswer } from '#contract/events/event-scans.ts'
import type { HubEvent } from '#contract/events/events.ts'
import type { Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { conflict, notFound } from '#platform/refusals'
import type { AttendanceNews } from '#server/events/attendance'
import { requireOpenDoor } from '#server/events/doors'
import { readEvent } from '#server/events/record'
import { lockScansOfEvent } from './scan-locks.ts'
import { makeDuplicates, readScan, type StoredScan } from './scan-record.ts'

/** Takes a scan back; it stays on record. If the card was scanned again since, that scan counts now. */
export async function undoScan(
  call: Call<typeof eventScansApi.undoScan>,
  news: AttendanceNews,
): Promise<ScanAnswer> {
  const { db, who, params } = call
  const event = await readEvent(db, params.eventId)
  const before = await lockScan(db, who, event.id, params.scanId)
  if (before.IsUndone) throw conflict('scan_undone', 'This scan has been undone already.')
  await db.run(sql`
    update event_scan set undone_at = now(), undone_by = ${who.name}
    where business_id = ${db.businessId} and event_id = ${event.id} and scan_id = ${before.ScanId}`)
  if (before.Result === 'Valid' && before.memberId !== null) await countNext(db, event, before.memberId)
  call.audit({ record: scanRecord(before), before: { Undone: false }, after: { Undone: true } })
  db.afterCommit(() => news.changed(db.businessId, event.id))
  return { ...before, IsUndone: true }
}

/** Lets a member in whom the event's rules refuse, with the reason on record. */
export async function overrideScan(
  call: Call<typeof eventScansApi.overrideScan>,
  news: AttendanceNews,
): Promise<ScanAnswer> {
  const { db, who, params, body } = call
  const event = await readEvent(db, params.eventId)
  await requireOpenDoor(db, who, event.id)
  const before = await lockScan(db, who, event.id, params.scanId)
  if (event.EventStatus !== 'Published')
    throw conflict('event_not_open', 'Nobody can be let in: the event is not open.')
  if (before.IsUndone || !canOverride(before))
    throw conflict('scan_not_refused', 'Only a member who was refused can be let in all the same.')
  if (await isIn(db, event.id, before.memberId))
    throw conflict('already_in', 'This member is in already, by another scan.')
  await db.run(sql`
    update event_scan set result = 'Valid', override_reason = ${body.Reason}
    where business_id = ${db.businessId} and event_id = ${event.id} and scan_id = ${before.ScanId}`)
  call.audit({
    record: scanRecord(before),
    before: { Result: before.Result, Reason: before.Reason },
    after: { Result: 'Valid', Reason: body.Reason },
  })
  db.afterCommit(() => news.changed(db.businessId, event.id))
  return { ...before, Result: 'Valid' }
}

async function lockScan(
  tx: Transaction,
  who: Pick<Who, 'venues'>,
  eventId: string,
  scanId: string,
): Promise<StoredScan> {
  await lockScansOfEvent(tx, eventId)
  await tx.run(sql`
    select from event_scan where business_id = ${tx.businessId} and event_id = ${eventId} and scan_id = ${scanId}
    for update`)
  const scan = await readScan(tx, who, eventId, scanId)
  // Of a member whom the user doesn't see.
  if (scan.memberId !== null && scan.Member === null) throw notFound('The scan')
  return scan
}

async function isIn(tx: Transaction, eventId: string, memberId: string | null): Promise<boolean> {
  const counted = await tx.maybe(sql`
    select from event_scan where business_id = ${tx.businessId} and event_id = ${eventId}
      and member_id = ${memberId} and result = 'Valid' and undone_at is null`)
  return counted !== null
}

/** Lets the first of a member's other scans that could count do so. */
async function countNext(tx: Transaction, event: HubEvent, memberId: string): Promise<void> {
  const next = await tx.maybe<{ scanId: string; at: string }>(sql`
    select scan_id as "scanId", scanned_at as at from event_scan
    where business_id = ${tx.businessId} and event_id = ${event.id} and member_id = ${memberId}
      and result = 'AlreadyIn' and undone_at is null
    order by scanned_at, scan_id limit 1`)
  if (!next) return
  await makeDuplicates(tx, event, memberId, new Date(next.at))
  await tx.run(sql`
    update event_scan set result = 'Valid', reason = null
    where business_id = ${tx.businessId} and event_id = ${event.id} and scan_id = ${next.scanId}`)
}

function scanRecord({ ScanId, Member }: StoredScan) {
  return { kind: 'Scan', id: ScanId, ...(Member && { name: `of ${Member.FirstName} ${Member.LastName}` }) }
}
