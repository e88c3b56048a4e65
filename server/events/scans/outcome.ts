import sql from 'sql-template-tag'
import { suspendedStatus } from '#contract/events/door-rules.ts'
import { isRefusal, letsIn } from '#contract/events/event-scans.ts'
import { isEntry } from '#contract/events/event-times.ts'
import { ambiguousCode } from '#contract/members/member-codes.ts'
import type { Transaction } from '#platform/database'
import { type DoorEvent, occasionAt, occasionsNow, type Refused } from '#server/events/doors'
import { dayOfScan } from './admit.ts'
import type { DatedScan } from './dated-scans.ts'
import { reasonsOf } from './eligibility.ts'
import type { Judgement } from './judge.ts'
import type { Outcome } from './scan-record.ts'
import { bringCheckOut, type Place, readMovements, settleScan } from './settle.ts'

/** What is known of a scan that wasn't plainly valid. */
export type Case = {
  readonly event: DoorEvent
  readonly scan: DatedScan
  readonly judgement: Judgement
  /** Why nobody would be let in then, whoever it is. */
  readonly refusal: Refused | null
  readonly isActive: boolean
  /** As many are in as may be. */
  readonly isFull: boolean
}

/** What comes of a scan that wasn't plainly valid. What comes of other scans of the same member is written down with it. */
export async function outcomeOf(tx: Transaction, given: Case): Promise<Outcome & { at: Date }> {
  const { event, scan, judgement } = given
  // Which of them it is nobody knows, and nothing is told or kept of either.
  const memberId = judgement.isAmbiguous ? null : judgement.memberId
  const occasion = occasionAt(event, scan.at, scan.SessionId).id
  const refused = await refusalOf(tx, given)
  if (refused) return { ...refused, memberId, occasion, at: scan.at }
  if (memberId === null) throw new Error('a scan of nobody is refused')
  const left = scan.Direction === 'Out' ? await occasionLeft(tx, given, memberId) : null
  const place: Place = { eventId: event.id, memberId, occasion: left ?? occasion }
  return { memberId, occasion: place.occasion, ...(await settled(tx, given, place)) }
}

async function refusalOf(tx: Transaction, given: Case): Promise<Refused | null> {
  const { event, scan, judgement, refusal, isActive } = given
  if (refusal?.result === 'EventNotOpen') return refusal
  if (judgement.isAmbiguous) return { result: 'UnknownCard', reason: ambiguousCode }
  if (judgement.memberId === null) return { result: 'UnknownCard', reason: 'No member has this card.' }
  // Whoever is in may leave.
  if (scan.Direction === 'Out') return null
  if (!isActive) return { result: 'CardNotActive', reason: 'This card is no longer active.' }
  if (refusal) return refusal
  const reasons = await reasonsOf(tx, judgement.failed, event.filter, judgement, dayOfScan(event, scan))
  if (!event.LetsSuspendedIn && judgement.Status === suspendedStatus) reasons.unshift(suspendedReason)
  if (reasons.length > 0) return { result: 'NotEligible', reason: reasons.join(' ') }
  const told = scan.DecidedAs
  if (told === undefined || !isRefusal(told) || told === 'AlreadyIn' || told === 'NotIn') return null
  return { result: told, reason: refusedOffline }
}

/** What a door says of a member who is suspended. */
export const suspendedReason = 'The membership is suspended. The office knows why.'

/** What is kept of somebody whom a door turned away by itself. */
export const refusedOffline = 'The door turned them away while it had no connection.'

/** Which occasion somebody leaves: the one they are in, at best that of the door, or else were in last. */
async function occasionLeft(
  tx: Transaction,
  { event, scan }: Case,
  memberId: string,
): Promise<string | null> {
  const { own, former } = occasionsNow(event, scan.at)
  // Nobody is at the front door of a venue for days: a second check-out isn't one of last week.
  const isOn = isEntry(event) ? sql`place = 1 or occasion = any(${[...own, ...former]})` : sql`true`
  const left = await tx.maybe<{ occasion: string }>(sql`
    select occasion from (
      select occasion, is_out, scanned_at, row_number() over (order by scanned_at desc) as place from event_scan
      where business_id = ${tx.businessId} and event_id = ${event.id} and member_id = ${memberId}
        and result = 'Valid' and undone_at is null and scanned_at <= ${scan.at.toISOString()}
    ) came
    where ${isOn}
    order by is_out, occasion = ${scan.SessionId ?? null} desc nulls last, scanned_at desc limit 1`)
  return left?.occasion ?? null
}

/** What comes of a scan beside the others of its member. */
async function settled(tx: Transaction, { event, scan, isFull }: Case, place: Place) {
  const told = scan.DecidedAs ?? null
  if (scan.Direction === 'In' && letsIn(told)) await bringCheckOut(tx, place, scan.at)
  const kept = await readMovements(tx, place)
  const counted = kept.find(({ result }) => result === 'Valid')
  const comesIn = !counted || (counted.isOut && event.Reentry !== 'once')
  if (isFull && comesIn && scan.Direction === 'In')
    return { result: 'Full' as const, reason: fullReason, at: scan.at }
  // Who waits to be let in is the last of all, whatever clock the others were dated by and however long they waited in line:
  // what others were told has happened. Who leaves waits for no word: a check-out that comes late was when it was.
  const last = Math.max(...kept.map(({ at }) => at))
  const isAwaited = told === null && !(scan.isLate && scan.Direction === 'Out')
  const at = isAwaited ? new Date(Math.max(scan.at.getTime(), last + 1)) : scan.at
  const added = { scanId: scan.ScanId, at: at.getTime(), direction: scan.Direction, toldAs: told }
  const { result, reason, isLetInTwice, isOut } = (await settleScan(tx, place, event, kept, added))!
  return { result, reason, isLetInTwice, isOut, at }
}

const fullReason = 'As many are in as may be. Somebody has to leave first, or a reason lets them in.'
