import sql from 'sql-template-tag'
import type { NotifyBy } from '#contract/requests/decisions.ts'
import { mobileWithCountryCode } from '#contract/requests/request-rules.ts'
import type { AcceptedOrNot, reviewApi } from '#contract/requests/review.ts'
import { nobody } from '#platform/access'
import type { Call, Change } from '#platform/call'
import type { Transaction } from '#platform/database'
import { conflict, notFound, Refusal } from '#platform/refusals'
import type { Saving } from '#server/members/changes'
import { possibleDuplicates } from '#server/members/search'
import { closedVenueOf, readForm } from '#server/requests/forms'
import { owingOf } from '#server/requests/payments'
import {
  isProven,
  recipientOfRequest,
  type Session,
  sessionColumns,
  sessionVisibleTo,
} from '#server/requests/sessions'
import { acceptOneByOne } from './accept-one-by-one.ts'
import { acceptApplication, carryOutRenewal, requireUndecided } from './decisions.ts'
import { typeStillOffered } from './request-page.ts'

type Several = Call<typeof reviewApi.acceptRequests>

/** Accepts the plain ones of several requests, each whole or not at all, and tells of every one what became of it. */
export async function acceptRequests(call: Several): Promise<{ Results: AcceptedOrNot[] }> {
  const ids = [...new Set(call.body.SessionIds)]
  await acceptOneByOne(call.db)
  const sessions = await lockAll(call, ids)
  const outcomes = new Map<string, AcceptedOrNot>()
  for (const session of sessions) outcomes.set(session.sessionId, await acceptOne(call, session))
  const { message } = notFound('The request')
  const missing = { DisplayName: null, IsAccepted: false, Message: message }
  return { Results: ids.map((SessionId) => outcomes.get(SessionId) ?? { SessionId, ...missing }) }
}

/** The sessions that there are, the oldest first. All are locked before any is decided on, in one order: whoever does the same waits. */
async function lockAll({ db, who }: Several, ids: readonly string[]): Promise<Session[]> {
  const sessions = await db.rows<Session>(sql`
    select ${sessionColumns} from request_session s
    where s.business_id = ${db.businessId} and s.session_id = any(${ids}) and s.deleted_at is null
      ${sessionVisibleTo(who)}
    order by s.session_id for no key update`)
  return sessions.toSorted((one, other) => one.requestedAt.localeCompare(other.requestedAt))
}

async function acceptOne(call: Several, session: Session): Promise<AcceptedOrNot> {
  const { db, who, body } = call
  const { sessionId: SessionId, displayName: DisplayName } = session
  const changes: Change[] = []
  const saving: Saving = { db, who, audit: (change) => void changes.push(change) }
  try {
    await db.partly(() => acceptPlain(saving, session, body.TellApplicants))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { SessionId, DisplayName, IsAccepted: false, Message: error.message }
  }
  for (const change of changes) call.audit(change)
  return { SessionId, DisplayName, IsAccepted: true, Message: null }
}

/** Accepts what needs no look: ready, paid if it costs something, known to be who asks, and nobody who may be a member already. */
async function acceptPlain(saving: Saving, session: Session, isTold: boolean): Promise<void> {
  requireUndecided(session)
  if (session.nextStep === 'Error') throw notPlain('Something went wrong with it.')
  const owing = await owingOf(saving.db, session.sessionId)
  if (owing.cents > 0) throw notPlain('Not all of its fee is paid, or some was given back.')
  const notifyBy = isTold ? await usualWay(saving.db, session) : 'none'
  if (session.kind === 'Registration') return acceptAsProposed(saving, session, notifyBy)
  if (!isProven(session)) throw notPlain('Nobody has shown that it is the member who asks.')
  await carryOutRenewal(saving, session, { NotifyBy: notifyBy, MembershipType: null })
}

async function acceptAsProposed(saving: Saving, session: Session, notifyBy: NotifyBy): Promise<void> {
  const { db } = saving
  const { answers } = session
  const mobile = answers.MobileNumber
  // Of all venues, whichever the user sees: nobody's name is told.
  const person = { ...answers, MobileNumber: mobile && mobileWithCountryCode(mobile) }
  const alike = await possibleDuplicates(db, nobody, person)
  if (alike.length > 0) {
    const seen = await possibleDuplicates(db, saving.who, person)
    throw notPlain(`They may be a member${seen.length > 0 ? '' : ' of another venue'} already.`)
  }
  const form = await readForm(db, session.formId)
  const type = await typeStillOffered(db, answers.MembershipType)
  if (type === null) throw notPlain('The membership type is no longer offered.')
  if (form.VenueNo === null || (await closedVenueOf(db, form)))
    throw notPlain('The venue of the form is closed.')
  await acceptApplication(saving, session, {
    MemberId: null,
    MembershipNumber: null,
    MembershipType: type,
    MemberLevel: null,
    VenueNo: form.VenueNo,
    NotifyBy: notifyBy,
    PassConfigurationId: null,
  })
}

async function usualWay(db: Transaction, session: Session): Promise<NotifyBy> {
  const { email, mobile } = await recipientOfRequest(db, session)
  return email ? 'email' : mobile ? 'sms' : 'none'
}

function notPlain(why: string): Refusal {
  return conflict('request_not_plain', `${why} Open it to decide.`)
}
