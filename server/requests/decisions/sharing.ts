import sql from 'sql-template-tag'
import type { Decider } from '#contract/requests/decisions.ts'
import type { RequestDetail } from '#contract/requests/requests.ts'
import type { reviewApi } from '#contract/requests/review.ts'
import type { Who } from '#platform/access'
import { ringBell } from '#platform/bell'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { invalid } from '#platform/refusals'
import { keepAccess, usersWhoMay } from '#server/access'
import type { Surroundings } from '#server/payments'
import { addStep, lockReadableSession, noteStep, readSession, type Session } from '#server/requests/sessions'
import { askAgain } from '#server/requests/sponsors'
import { assignedStep, toNobody } from './give-back.ts'
import { recordKind, requestDetail } from './request-page.ts'
import { nextWaiting } from './waiting.ts'

/** Those who can be given requests to decide on. */
export async function listDeciders({ db }: { db: Queries }): Promise<{ Results: Decider[] }> {
  const users = await usersWhoMay(db, 'Request.Decide')
  return { Results: users.map(({ uid, name }) => ({ Uid: uid, DisplayName: name })) }
}

/** Gives a request to somebody who may decide on it, or to nobody. */
export async function assignRequest(call: Call<typeof reviewApi.assignRequest>): Promise<RequestDetail> {
  const { db, who, params, body } = call
  // Who is about to leave would have it after that.
  await keepAccess(db)
  const session = await lockReadableSession(db, who, params.sessionId)
  const deciders = await usersWhoMay(db, 'Request.Decide')
  const to = deciders.find(({ uid }) => uid === body.Uid)
  if (body.Uid !== null && !(to && seesVenue(to, session))) {
    const sentence = 'Choose somebody who decides on requests of this venue.'
    throw invalid(sentence, { Uid: sentence })
  }
  if (session.assignedTo !== body.Uid) {
    await db.run(sql`
      update request_session set assigned_to = ${body.Uid}
      where business_id = ${db.businessId} and session_id = ${session.sessionId}`)
    const note = to ? `To ${to.name}` : toNobody
    await addStep(db, session.sessionId, assignedStep, note, who.name)
    if (to && to.uid !== who.uid)
      await ringBell(db, [to.uid], {
        kind: 'RequestAssigned',
        subject: session.sessionId,
        values: { Kind: session.kind, By: who.name },
      })
    const former = deciders.find(({ uid }) => uid === session.assignedTo)
    call.audit({
      record: sessionInAudit(session),
      before: { 'Assigned to': former?.name ?? null },
      after: { 'Assigned to': to?.name ?? null },
    })
  }
  return detailOf(call, session)
}

/** Keeps what somebody of the staff has to say of a request. It stays. */
export async function addRequestNote(call: Call<typeof reviewApi.addRequestNote>): Promise<RequestDetail> {
  const { db, who, params, body } = call
  const session = await lockReadableSession(db, who, params.sessionId)
  await addStep(db, session.sessionId, noteStep, body.Text, who.name)
  call.audit({ record: sessionInAudit(session), after: { Note: body.Text } })
  return detailOf(call, session)
}

/** Asks those who are named by a request, and haven't answered, once more. */
export async function askSponsorsAgain(
  call: Call<typeof reviewApi.askSponsorsAgain>,
  around: Pick<Surroundings, 'publicUrl'>,
): Promise<RequestDetail> {
  const { db, who, params } = call
  const session = await lockReadableSession(db, who, params.sessionId)
  const asked = (await askAgain(db, around, session)).join(' and ')
  await addStep(db, session.sessionId, 'Asked again', asked, who.name)
  call.audit({ record: sessionInAudit(session), after: { 'Asked again': asked } })
  return detailOf(call, session)
}

/** The oldest that waits, after the one that somebody comes from; after the last one comes the first again. */
export async function getNextRequest({ db, who, query }: Call<typeof reviewApi.getNextRequest>) {
  const next = await nextWaiting(db, who, query.kind, query.after)
  return next ?? { SessionId: null, WaitingCount: 0 }
}

function seesVenue({ venueNos }: { venueNos: readonly string[] }, { venueNo }: Session): boolean {
  return venueNos.length === 0 || venueNos.includes(venueNo)
}

function sessionInAudit(session: Session) {
  return { kind: recordKind(session), id: session.sessionId, name: session.displayName ?? '' }
}

async function detailOf(
  { db, who }: { db: Queries; who: Who },
  { kind, sessionId }: Session,
): Promise<RequestDetail> {
  return requestDetail(db, who, await readSession(db, who, kind, sessionId))
}
