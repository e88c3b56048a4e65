import { closedWords } from '#contract/business/standing-words.ts'
import { venueClosed } from '#contract/business/venues.ts'
import type { eventScansApi, NewScan, ScanAnswer } from '#contract/events/event-scans.ts'
import { sinceWhen } from '#contract/events/event-times.ts'
import { ambiguousCode } from '#contract/members/member-codes.ts'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { notFound } from '#platform/refusals'
import type { AttendanceNews } from '#server/events/attendance'
import { type CodeReader, type DoorEvent, type DoorEvents, doorRefusal } from '#server/events/doors'
import { reasonsOf } from './eligibility.ts'
import {
  type DatedScan,
  dayOf,
  type Earlier,
  earlierScans,
  judge,
  type Judgement,
  meaningOf,
  meaningOfMember,
} from './judge.ts'
import { lockScansOfEvent, lockScansOfMember } from './scan-locks.ts'
import { makeDuplicates, type Outcome, readScan, storeScan } from './scan-record.ts'

/** What scanning needs beside the call. */
export type Scanning = {
  readonly events: DoorEvents
  readonly news: AttendanceNews
  readonly readCode: CodeReader
}

/** Judges scans and writes each of them down, in the order in which they come: one, or those that waited at a door. */
export async function recordScans(call: Call<typeof eventScansApi.recordScans>, scanning: Scanning) {
  const { db, params, body } = call
  const scans = 'Scans' in body ? body.Scans : [body]
  // Many are committed together.
  const inOwnCommit: Transaction['inOwnCommit'] = (query) => db.maybe(query)
  const each = 'Scans' in body ? { ...call, db: { ...db, inOwnCommit } } : call
  const Results: ScanAnswer[] = []
  // The statement that judges is long: planning it for each scan took longer than all the rest.
  db.planFor('any values')
  if ('Scans' in body) await lockScansOfEvent(db, params.eventId)
  for (const scan of scans) Results.push(await recordScan(each, scanning, scan))
  db.afterCommit(() => scanning.news.changed(db.businessId, params.eventId))
  return 'Scans' in body ? { Results } : Results[0]!
}

type ScanCall = Pick<Call<typeof eventScansApi.recordScans>, 'db' | 'who' | 'params'>

async function recordScan(call: ScanCall, scanning: Scanning, given: NewScan): Promise<ScanAnswer> {
  const { db, who, params } = call
  const scan: DatedScan = { ...given, at: new Date(Math.min(Date.parse(given.ScannedAt), Date.now())) }
  let meaning = meaningOf(scan.Code, db.businessId)
  let other: Awaited<ReturnType<CodeReader>> = null
  // Again where the event has changed since it was remembered, the code is of another kind, or somebody has come in
  // at another door just now. More than one of these at once is rare, and none of them lasts.
  for (let tries = 0; tries < mostTries; tries++) {
    const event = await scanning.events.get(db, params.eventId)
    const refusal = doorRefusal(event, scan.at)
    const mayEnter = refusal === null && other?.isActive !== false
    const judgement = await judge(db, who, event, scan, meaning, mayEnter)
    if (!judgement) throw notFound('The event')
    if (judgement.isStored) return validAnswer(scan, judgement)
    if (judgement.memberId !== null) await lockScansOfMember(db, event.id, judgement.memberId)
    const earlier = await earlierScans(db, event.id, scan.ScanId, judgement.memberId)
    if (earlier.isRepeat) return readScan(db, who, event.id, scan.ScanId)
    if (judgement.revision !== event.revision) {
      scanning.events.forget(db, event.id)
      continue
    }
    if (judgement.memberId === null && other === null) {
      other = await scanning.readCode(db, scan.Code)
      if (other) meaning = meaningOfMember(other.memberId)
      if (other) continue
    }
    const isActive = judgement.isActive && other?.isActive !== false
    const closed = closedRefusal(judgement)
    const found = { ...judgement, ...earlier, isActive }
    const outcome = await outcomeOf(db, event, scan, found, closed ?? refusal)
    if (await storeScan(db, who, event.id, scan, outcome)) return readScan(db, who, event.id, scan.ScanId)
  }
  throw new Error(`scan ${scan.ScanId} could not be settled`)
}

const mostTries = 5

/** Why nobody was let in at that moment, whatever the event says. */
function closedRefusal({ closedAs, closedVenues }: Judgement): ReturnType<typeof doorRefusal> {
  if (closedAs) return { result: 'EventNotOpen', reason: closedWords[closedAs].staff }
  return closedVenues && { result: 'EventNotOpen', reason: venueClosed(...closedVenues) }
}

/** What comes of a scan that wasn't plainly valid. None of it depends on which of several scans comes in first. */
async function outcomeOf(
  tx: Transaction,
  event: DoorEvent,
  scan: DatedScan,
  judgement: Judgement & Earlier,
  refusal: ReturnType<typeof doorRefusal>,
): Promise<Outcome> {
  const { isActive, failed, inScanId, inSince: since } = judgement
  // Which of them it is nobody knows, and nothing is told or kept of either.
  const memberId = judgement.isAmbiguous ? null : judgement.memberId
  if (refusal?.result === 'EventNotOpen') return { ...refusal, memberId }
  if (judgement.isAmbiguous) return { result: 'UnknownCard', reason: ambiguousCode, memberId }
  if (memberId === null) return { result: 'UnknownCard', reason: 'No member has this card.', memberId }
  if (!isActive) return { result: 'CardNotActive', reason: 'This card is no longer active.', memberId }
  if (refusal) return { ...refusal, memberId }
  if (failed.length > 0) {
    const reasons = await reasonsOf(tx, failed, event.filter, judgement, dayOf(event, scan))
    return { result: 'NotEligible', reason: reasons.join(' '), memberId }
  }
  if (inScanId === null || since === null) return { result: 'Valid', reason: null, memberId }
  const isEarlier = compare([scan.at.getTime(), scan.ScanId], [Date.parse(since), inScanId]) < 0
  if (!isEarlier)
    return { result: 'AlreadyIn', reason: sinceWhen(new Date(since), event.TimeZoneId, new Date()), memberId }
  // Of two doors that scanned a card without knowing of each other the earlier scan counts, whichever comes in first.
  await makeDuplicates(tx, event, memberId, scan.at)
  return { result: 'Valid', reason: null, memberId }
}

function compare(one: readonly [number, string], other: readonly [number, string]): number {
  if (one[0] !== other[0]) return one[0] - other[0]
  return one[1] < other[1] ? -1 : 1
}

function validAnswer(
  scan: DatedScan,
  { FirstName, LastName, MemberLevelDescription }: Judgement,
): ScanAnswer {
  return {
    ScanId: scan.ScanId,
    Result: 'Valid',
    Reason: null,
    Member: { FirstName, LastName, MemberLevelDescription },
    ScannedAt: scan.at.toISOString(),
    IsUndone: false,
  }
}
