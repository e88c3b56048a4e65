import { closedWords } from '#contract/business/standing-words.ts'
import { venueClosed } from '#contract/business/venues.ts'
import {
  type eventScansApi,
  letsIn,
  type ScanAnswer,
  type ScannedMember,
} from '#contract/events/event-scans.ts'
import type { Call } from '#platform/call'
import { rightNowMs } from '#platform/clock'
import type { Transaction } from '#platform/database'
import { notFound } from '#platform/refusals'
import type { AttendanceNews } from '#server/events/attendance'
import {
  closedRefusal,
  type CodeReader,
  type DoorEvent,
  type DoorEvents,
  type Occasion,
  occasionAt,
  type Refused,
} from '#server/events/doors'
import type { VisitorsIn } from '#server/events/presence'
import { requireTheirEntry } from '#server/events/record'
import { type DatedScan, datedScans } from './dated-scans.ts'
import { admitInLine, type DoorLines } from './door-lines.ts'
import { judge, type Judgement, meaningOf, meaningOfMember } from './judge.ts'
import { outcomeOf } from './outcome.ts'
import { isFull } from './places.ts'
import { retell } from './retell.ts'
import { lockScansOfEvent, lockScansOfMember } from './scan-locks.ts'
import { findScan, readScan, storeScan } from './scan-record.ts'

/** What scanning needs beside the call. */
export type Scanning = {
  readonly events: DoorEvents
  readonly news: AttendanceNews
  readonly readCode: CodeReader
  readonly visitorsIn: VisitorsIn
  readonly lines: DoorLines
}

/** Judges scans and writes each of them down, in the order in which they come: one, or those that waited at a door. */
export async function recordScans(call: Call<typeof eventScansApi.recordScans>, scanning: Scanning) {
  const { db, params, body } = call
  // Before anything is waited for: by how much a clock is wrong is known at this moment alone.
  const scans = datedScans(body, rightNowMs())
  // Those that come late are committed together, and while nobody else is judged: who has come in by one of them may be
  // checked out at this moment.
  const areLate = scans.some(({ isLate }) => isLate)
  const inOwnCommit: Transaction['inOwnCommit'] = (query) => db.rows(query)
  const each = areLate ? { ...call, db: { ...db, inOwnCommit, isBegun: () => true } } : call
  const Results: ScanAnswer[] = []
  // Planning what a scan says for each of them took longer than all the rest.
  db.planFor('any values')
  if (areLate) await lockScansOfEvent(db, params.eventId)
  for (const scan of scans) Results.push(await recordScan(each, scanning, scan))
  db.afterCommit(() => scanning.news.changed(db.businessId, params.eventId))
  return 'Scans' in body ? { Results } : Results[0]!
}

type ScanCall = Pick<Call<typeof eventScansApi.recordScans>, 'db' | 'who' | 'params'>

async function recordScan(call: ScanCall, scanning: Scanning, scan: DatedScan): Promise<ScanAnswer> {
  const { db, who, params } = call
  let other: Awaited<ReturnType<CodeReader>> = null
  // Again where the event has changed since it was remembered, the code is of another kind, or somebody has come in
  // at another door just now. More than one of these at once is rare, and none of them lasts.
  for (let tries = 0; tries < mostTries; tries++) {
    const event = await scanning.events.get(db, params.eventId)
    requireTheirEntry(who, event)
    const occasion = occasionAt(event, scan.at, scan.SessionId)
    const refusal = refusalAt(event, occasion, scan)
    const isFullNow = await isFullFor(db, scanning, event, occasion, scan)
    const mayEnter = refusal === null && other === null && !isFullNow && isToEnter(scan)
    const door = { who, event, occasion: occasion.id }
    const admitted = mayEnter && (await admitInLine(db, scanning.lines, door, scan))
    if (admitted) return validAnswer({ ...scan, at: admitted.at }, admitted.member)
    const meaning = other ? meaningOfMember(other.memberId) : meaningOf(scan.Code, db.businessId)
    const judgement = await judge(db, who, event, scan, meaning)
    if (!judgement) throw notFound('The event')
    if (judgement.memberId !== null) await lockScansOfMember(db, event.id, judgement.memberId)
    const same = await findScan(db, who, event.id, scan.ScanId)
    if (same) return retell(db, who, event, scan, same)
    if (judgement.revision !== event.revision) {
      scanning.events.forget(db, event.id)
      continue
    }
    if (judgement.memberId === null && other === null) {
      other = await scanning.readCode(db, scan.Code)
      if (other) continue
    }
    const isActive = judgement.isActive && other?.isActive !== false
    const closed = closedBusiness(judgement) ?? refusal
    const { at, ...outcome } = await outcomeOf(db, {
      event,
      scan,
      judgement,
      refusal: closed,
      isActive,
      isFull: isFullNow,
    })
    if (await storeScan(db, who, event.id, { ...scan, at }, outcome))
      return readScan(db, who, event.id, scan.ScanId)
  }
  throw new Error(`scan ${scan.ScanId} could not be settled`)
}

const mostTries = 5

/** Why nobody is let in at that moment, by what the event says. Whoever leaves may do so at any time. */
function refusalAt(
  event: DoorEvent,
  occasion: ReturnType<typeof occasionAt>,
  { at, Direction }: DatedScan,
): Refused | null {
  return closedRefusal(event, at) ?? (Direction === 'Out' ? null : occasion.refusal)
}

/** Whether a scan lets somebody in, if nothing speaks against it. */
function isToEnter({ Direction, DecidedAs }: DatedScan): boolean {
  return Direction === 'In' && (DecidedAs === undefined || letsIn(DecidedAs))
}

/** Whether nobody more can be let in now. Whom a door let in while it had no connection is in, or was turned away. */
async function isFullFor(
  tx: Transaction,
  { visitorsIn }: Scanning,
  event: DoorEvent,
  occasion: Occasion,
  { at, Direction, DecidedAs }: DatedScan,
): Promise<boolean> {
  return DecidedAs === undefined && Direction !== 'Out' && isFull(tx, visitorsIn, event, occasion, at)
}

/** Why nobody was let in at that moment, whatever the event says. */
function closedBusiness({ closedAs, closedVenues }: Judgement): Refused | null {
  if (closedAs) return { result: 'EventNotOpen', reason: closedWords[closedAs].staff }
  return closedVenues && { result: 'EventNotOpen', reason: venueClosed(...closedVenues) }
}

function validAnswer({ ScanId, at, Direction }: DatedScan, Member: ScannedMember): ScanAnswer {
  return {
    ScanId,
    Result: 'Valid',
    Reason: null,
    Member,
    ScannedAt: at.toISOString(),
    IsUndone: false,
    Direction,
    IsLetInTwice: false,
  }
}
