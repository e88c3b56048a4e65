import sql from 'sql-template-tag'
import { closedWords } from '#contract/business/standing-words.ts'
import { isOver, zonedTime } from '#contract/events/event-times.ts'
import type { HubEvent } from '#contract/events/events.ts'
import { formObjections, type Objection } from '#contract/visitors/form-objections.ts'
import type { NewVisit, SignedInVisitor, visitorDeskApi } from '#contract/visitors/visitor-desk.ts'
import { visitorTexts } from '#contract/visitors/visitor-words.ts'
import type { Who } from '#platform/access'
import type { Call } from '#platform/call'
import { rightNowMs } from '#platform/clock'
import type { Transaction } from '#platform/database'
import { conflict, Refusal } from '#platform/refusals'
import { closedAt } from '#server/business/standing'
import { firstMoment, isToBeHeld, requireOpenDoor, visitAt } from '#server/events/doors'
import { holdSessions, readEvent, requireTheirEntry } from '#server/events/record'
import { isFull } from '#server/events/scans'
import { visibleTo } from '#server/members/record'
import { visitorsIn } from '#server/visitors/register'
import { readDesk } from './desk.ts'
import { findNamedHost, type Host, hostRefusal, lockGuestsOf, reasonAgainst } from './host.ts'

type SignIn = Pick<Call<typeof visitorDeskApi.signInVisitor>, 'db' | 'who'> & {
  readonly event: HubEvent
  readonly visit: NewVisit
  readonly at: string
}

/**
 * Signs a visitor in: once, however often the device sends it. Somebody who stands at the door is refused in a sentence; of
 * those who were let in without a connection nothing is lost, and a remark says what speaks against it.
 */
export async function signInVisitor(
  call: Call<typeof visitorDeskApi.signInVisitor>,
): Promise<SignedInVisitor> {
  const { db, who, params, body: visit } = call
  await holdSessions(db, params.eventId)
  const event = await readEvent(db, params.eventId)
  requireTheirEntry(who, event)
  const known = await findEntry(db, event.id, visit.VisitId)
  if (known) return tellDoor(who, known)
  const signIn: SignIn = { db, who, event, visit, at: momentOf(visit, rightNowMs()) }
  const host = await hostOf(signIn)
  // The same entry, sent twice at once, waited for its twin.
  const twin = host && (await findEntry(db, event.id, visit.VisitId))
  if (twin) return tellDoor(who, twin)
  const objections = await objectionsTo(signIn, host)
  const [first] = objections
  if (first && !visit.IsLate) throw refusalOf(first)
  await keep(signIn, host, objections, await reasonFor(signIn))
  const kept = await findEntry(db, event.id, visit.VisitId)
  if (!kept) throw conflict('visit_taken', visitorTexts.taken)
  return tellDoor(who, kept)
}

/** The reason to let them in where as many are in as may be, which takes one. Who was let in without a connection is in. */
async function reasonFor({ db, event, visit, at }: SignIn): Promise<string | null> {
  const reason = visit.LetInReason || null
  if (visit.IsLate) return reason
  const moment = new Date(at)
  const occasion = visitAt(event, moment, visit.SessionId)
  if (!(await isFull(db, visitorsIn, event, occasion, moment))) return null
  // The same, sent twice at once, may have taken the last place itself.
  if (await findEntry(db, event.id, visit.VisitId)) return null
  if (reason === null) throw conflict('event_full', visitorTexts.full, { LetInReason: visitorTexts.full })
  return reason
}

/** A remark says what is the matter with a membership: it is for those who keep the register, not for a kit. */
function tellDoor({ doorOf }: Who, entry: SignedInVisitor): SignedInVisitor {
  const isForDesk = doorOf !== undefined && entry.Remark !== null
  return isForDesk ? { ...entry, Remark: visitorTexts.askAtDesk } : entry
}

/** Somebody who stands at the door is signed in now. What was noted before is dated by how far the device's clock is off. */
function momentOf({ IsLate, SignedAt, SentAt }: NewVisit, now: number): string {
  if (!IsLate) return new Date(now).toISOString()
  const skew = SentAt === undefined ? 0 : now - Date.parse(SentAt)
  return new Date(Math.min(Math.max(firstMoment, Date.parse(SignedAt) + skew), now)).toISOString()
}

/** The member who brings the guest, whose other guests wait until this one is counted. */
async function hostOf({ db, who, visit, at }: SignIn): Promise<Host | null> {
  if (visit.Kind !== 'Guest') return null
  const named = { memberId: visit.HostMemberId, code: visit.HostCode }
  const { day } = await db.one<{ day: string }>(sql`select business_day(${at}::timestamptz) as day`)
  const host = await findNamedHost(db, who, named, day).catch((error: unknown) => {
    // A code that several have is nobody's.
    if (visit.IsLate && error instanceof Refusal) return null
    throw error
  })
  if (!host) return null
  await lockGuestsOf(db, host.MemberId)
  return findNamedHost(db, who, { memberId: host.MemberId }, day)
}

/** All that speaks against it, the first first. */
async function objectionsTo(signIn: SignIn, host: Host | null): Promise<Objection[]> {
  const { db, who, visit } = signIn
  const rules = await readDesk(db)
  const ofEvent = await eventObjection(signIn)
  const ofHost = host
    ? visit.IsLate
      ? reasonAgainst(host, rules.GuestsPerDay)
      : hostRefusal(who, host, rules.GuestsPerDay)
    : visit.Kind === 'Guest' && visitorTexts.noSuchHost
  const ofForm = formObjections(visit, rules)
  const isHostMissing = ofForm.some(({ field }) => field === 'HostCode')
  return [
    ...(ofEvent ? [{ field: 'VisitId', sentence: ofEvent } as const] : []),
    ...ofForm,
    ...(ofHost && !isHostMissing ? [{ field: 'HostCode', sentence: ofHost } as const] : []),
  ]
}

async function eventObjection({ db, who, event, visit, at }: SignIn): Promise<string | null> {
  if (visit.IsLate) return (await wasOn(db, event, at)) ? null : visitorTexts.notInTime
  await requireOpenBusinessNow(db)
  await requireOpenDoor(db, who, event)
  return isToBeHeld(event) ? null : visitorTexts.eventNotOpen
}

/** True for a moment on a day of the event at which it was published and the business open. */
async function wasOn(db: Transaction, event: HubEvent, at: string): Promise<boolean> {
  const moment = new Date(at)
  const { date } = zonedTime(moment, event.TimeZoneId)
  if (date < event.EventStartDate || isOver(event, moment)) return false
  const { isOn } = await db.one<{ isOn: boolean }>(sql`
    select coalesce(e.published_at <= ${at}, false)
      and (e.status = 'Published' or coalesce(${at} < e.closed_at, false))
      and ${closedAt(db.businessId, sql`${at}::timestamptz`)} is null as "isOn"
    from event e where e.business_id = ${db.businessId} and e.event_id = ${event.id}`)
  return isOn
}

/** The row is open to what comes late; nobody new is signed in while the business is closed. */
async function requireOpenBusinessNow(db: Transaction): Promise<void> {
  const { closedAs } = await db.one<{ closedAs: keyof typeof closedWords | null }>(sql`
    select ${closedAt(db.businessId, sql`now()`)} as "closedAs"`)
  if (closedAs) throw conflict(closedWords[closedAs].code, closedWords[closedAs].staff)
}

function refusalOf({ field, sentence }: Objection): Refusal {
  return conflict('visitor_refused', sentence, { [field]: sentence })
}

async function keep(
  { db, who, event, visit, at }: SignIn,
  host: Host | null,
  objections: readonly Objection[],
  reason: string | null,
): Promise<void> {
  const isReciprocal = visit.Kind === 'Reciprocal'
  const typed = visit.Kind === 'Guest' && host === null ? await hostTyped(db, who, visit) : ''
  const remark = objections.map(({ sentence }) => sentence).join(' ')
  await db.run(sql`
    insert into visitor_entry (business_id, visit_id, event_id, venue_no, kind, first_name, last_name, address, member_id,
      host_typed, club_name, club_number, signature, signed_in_at, day, device_name, actor_id, actor_name, remark, occasion,
      let_in_reason)
    values (${db.businessId}, ${visit.VisitId}, ${event.id}, ${await venueOf(db, who, event)}, ${visit.Kind},
      ${visit.FirstName}, ${visit.LastName}, ${visit.Address}, ${host?.MemberId ?? null}, ${typed},
      ${isReciprocal ? visit.ClubName : ''}, ${isReciprocal ? visit.ClubNumber : ''}, ${visit.Signature}, ${at},
      business_day(${at}::timestamptz), ${visit.DeviceName}, ${who.uid}, ${who.name}, ${remark || null},
      ${visitAt(event, new Date(at), visit.SessionId).id}, ${reason})
    on conflict do nothing`)
}

/** What is kept of a host who is no member any more: what was typed, or the name of whom the device had chosen. */
async function hostTyped(
  tx: Transaction,
  who: Pick<Who, 'venues'>,
  { HostCode, HostMemberId }: NewVisit,
): Promise<string> {
  if (HostCode || HostMemberId === undefined) return HostCode ?? ''
  const gone = await tx.maybe<{ name: string }>(sql`
    select left(concat_ws(', ', m.first_name || ' ' || m.last_name, m.membership_number), 100) as name from member m
    where m.business_id = ${tx.businessId} and m.member_id = ${HostMemberId} ${visibleTo(who)}`)
  return gone?.name ?? ''
}

/** Where the door stands: at the venue that the event's location names, or the one that whoever signs in is confined to. */
async function venueOf(tx: Transaction, { venues }: Pick<Who, 'venues'>, event: HubEvent) {
  if (event.VenueNo) return event.VenueNo
  const named = await tx.maybe<{ venueNo: string }>(sql`
    select venue_no as "venueNo" from venue
    where business_id = ${tx.businessId} and lower(display_name) = lower(trim(${event.EventLocation}))
      and deleted_at is null
    order by venue_no limit 1`)
  return named?.venueNo ?? (venues?.length === 1 ? venues[0] : null)
}

async function findEntry(db: Transaction, eventId: string, visitId: string): Promise<SignedInVisitor | null> {
  return db.maybe<SignedInVisitor>(sql`
    select visit_id as "VisitId", signed_in_at as "SignedInAt", remark as "Remark" from visitor_entry
    where business_id = ${db.businessId} and event_id = ${eventId} and visit_id = ${visitId}`)
}
