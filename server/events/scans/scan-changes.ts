import sql from 'sql-template-tag'
import { canOverride, type eventScansApi, type ScanAnswer } from '#contract/events/event-scans.ts'
import type { HubEvent } from '#contract/events/events.ts'
import type { Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { conflict, notFound } from '#platform/refusals'
import type { AttendanceNews } from '#server/events/attendance'
import { requireOpenDoor } from '#server/events/doors'
import { readEvent, requireTheirEntry } from '#server/events/record'
import { lockScansOfEvent } from './scan-locks.ts'
import { readScan, type StoredScan } from './scan-record.ts'
import { readMovements, settleScan } from './settle.ts'

/** Takes a scan back; it stays on record. If the card was scanned again since, that scan counts now. */
export async function undoScan(
  call: Call<typeof eventScansApi.undoScan>,
  news: AttendanceNews,
): Promise<ScanAnswer> {
  const { db, who, params } = call
  const event = await readEvent(db, params.eventId)
  // Also where it is closed by now.
  requireTheirEntry(who, event)
  const before = await lockScan(db, who, event.id, params.scanId)
  if (before.IsUndone) throw conflict('scan_undone', 'This scan has been undone already.')
  const reason = call.body?.Reason || null
  await db.run(sql`
    update event_scan set undone_at = now(), undone_by = ${who.name}, undo_reason = ${reason}, is_out = false,
      is_let_in_twice = false
    where business_id = ${db.businessId} and event_id = ${event.id} and scan_id = ${before.ScanId}`)
  await settleOthers(db, event, before)
  call.audit({
    record: scanRecord(before),
    before: { Undone: false },
    after: { Undone: true, ...(reason !== null && { Reason: reason }) },
  })
  db.afterCommit(() => news.changed(db.businessId, event.id))
  return { ...before, IsUndone: true, IsLetInTwice: false }
}

/** Lets a member in whom the event's rules refuse, with the reason on record. */
export function overrideScan(
  call: Call<typeof eventScansApi.overrideScan>,
  news: AttendanceNews,
): Promise<ScanAnswer> {
  return letInByHand(call, news, (scan) => {
    if (!canOverride(scan))
      throw conflict('scan_not_refused', 'Only a member who was refused can be let in all the same.')
  })
}

/** Lets somebody in beyond the capacity, with the reason on record. */
export function admitScan(
  call: Call<typeof eventScansApi.admitScan>,
  news: AttendanceNews,
): Promise<ScanAnswer> {
  return letInByHand(call, news, ({ Result }) => {
    if (Result !== 'Full')
      throw conflict(
        'scan_not_full',
        'Only somebody who was refused because it is full can be let in by this.',
      )
  })
}

type ByHand = Call<typeof eventScansApi.overrideScan> | Call<typeof eventScansApi.admitScan>

/** Lets in whom a scan refused, where `check` has nothing against it. */
async function letInByHand(
  call: ByHand,
  news: AttendanceNews,
  check: (refused: StoredScan) => void,
): Promise<ScanAnswer> {
  const { db, who, params, body } = call
  const event = await readEvent(db, params.eventId)
  await requireOpenDoor(db, who, event)
  const before = await lockScan(db, who, event.id, params.scanId)
  if (event.EventStatus !== 'Published')
    throw conflict('event_not_open', 'Nobody can be let in: the event is not open.')
  if (before.IsUndone) throw conflict('scan_undone', 'This scan has been undone already.')
  check(before)
  await refuseMerged(db, before)
  await letIn(db, event, before, body.Reason)
  const after = await readScan(db, who, event.id, before.ScanId)
  call.audit({
    record: scanRecord(before),
    before: { Result: before.Result, Reason: before.Reason },
    after: { Result: after.Result, Reason: body.Reason },
  })
  db.afterCommit(() => news.changed(db.businessId, event.id))
  return after
}

/** Lets the member of a refused scan in by it, unless they are in. */
async function letIn(tx: Transaction, event: HubEvent, scan: StoredScan, reason: string): Promise<void> {
  const counted = await findCounted(tx, event.id, scan)
  if (counted && (!counted.isOut || event.Reentry === 'once')) throw alreadyIn()
  // Whether it counts, or lets somebody in again who was out, is settled with their other scans.
  await tx.run(sql`
    update event_scan set result = 'AlreadyIn', told_as = 'Valid', override_reason = ${reason}
    where business_id = ${tx.businessId} and event_id = ${event.id} and scan_id = ${scan.ScanId}`)
  try {
    await settleOthers(tx, event, scan)
  } catch (error) {
    // A door that scans doesn't wait for us: it has let them in since we looked.
    throw (error as { code?: unknown }).code === isTaken ? alreadyIn() : error
  }
}

// What PostgreSQL says of a second row where an index has room for one.
const isTaken = '23505'

function alreadyIn() {
  return conflict('already_in', 'This member is in already, by another scan.')
}

/** Refuses the record of a member who is another one by now, and would be in twice. */
async function refuseMerged(tx: Transaction, { memberId }: StoredScan): Promise<void> {
  const { current } = await tx.one<{ current: string | null }>(
    sql`select current_member(${memberId}) as current`,
  )
  if (current !== memberId)
    throw conflict(
      'member_merged',
      'This record was merged into that of another member. Look that member up by name and let them in.',
    )
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

/** The scan by which the member of another one counts at the same occasion. */
function findCounted(tx: Transaction, eventId: string, { memberId, occasion }: StoredScan) {
  return tx.maybe<{ isOut: boolean }>(sql`
    select is_out as "isOut" from event_scan where business_id = ${tx.businessId} and event_id = ${eventId}
      and occasion = ${occasion} and member_id = ${memberId} and result = 'Valid' and undone_at is null`)
}

/** Settles the scans of a member at an occasion, now that one of them is another than before. */
async function settleOthers(
  tx: Transaction,
  event: HubEvent,
  { memberId, occasion }: StoredScan,
): Promise<void> {
  if (memberId === null) return
  const place = { eventId: event.id, memberId, occasion }
  await settleScan(tx, place, event, await readMovements(tx, place))
}

function scanRecord({ ScanId, Member }: StoredScan) {
  return { kind: 'Scan', id: ScanId, ...(Member && { name: `of ${Member.FirstName} ${Member.LastName}` }) }
}
