import sql from 'sql-template-tag'
import type { MemberFields } from '#contract/members/member-fields.ts'
import type { Member } from '#contract/members/members.ts'
import { nextFinancialDate } from '#contract/requests/renewal-term.ts'
import type { RequestAnswers } from '#contract/requests/request-answers.ts'
import { requestsApi } from '#contract/requests/requests.ts'
import { nobody } from '#platform/access'
import { type Change, recordAudit } from '#platform/call'
import type { Transaction } from '#platform/database'
import { businessDay } from '#platform/days'
import { type Attempt, SettledElsewhere } from '#platform/jobs'
import { conflict, Refusal } from '#platform/refusals'
import { saveMember, type Saving } from '#server/members/changes'
import { lockMember } from '#server/members/record'
import type { Backstage } from '#server/payments'
import { readForm, businessOf, withTermOf } from '#server/requests/forms'
import { paymentsOf } from '#server/requests/payments'
import {
  letters,
  longDateInLetter,
  type Recipient,
  recipientOfRequest,
  renewedType,
  writeForStranger,
  writeToApplicant,
  advance,
  answersOf,
  lockSession,
  type Session,
  copyOf,
  finalise,
  type SessionPayload,
  waitForStaff,
  waitReason,
} from '#server/requests/sessions'
import { memberContact } from './member-of-answers.ts'
import { offeredAnswers } from './offered-answers.ts'

/**
 * Renews a member as the session says: one more term, the type that was chosen unless staff have chosen another, and the
 * details that were theirs to give.
 */
export async function renewMember(
  call: Saving,
  session: Session,
  instead: string | null = null,
): Promise<Member> {
  const { db, who } = call
  if (!session.memberId) throw conflict('member_unknown', 'Nobody knows whose renewal this is.')
  const before = await lockMember(db, who, session.memberId)
  const answers = await offeredAnswers(db, answersOf(session))
  const type = instead ?? answers.MembershipType ?? before.MembershipType
  const { Term } = await withTermOf(db, await readForm(db, session.formId), type)
  const today = await businessDay(db)
  // What came into the record from elsewhere stays in it: its owner was let in, and may have paid.
  const wanted: MemberFields = {
    ...before,
    ...given(answers),
    MembershipType: type,
    DateRenewed: today,
    DateFinancial: nextFinancialDate(Term, before.DateFinancial, today),
    ...memberContact(answers, before),
  }
  return saveMember(call, requestsApi.acceptRenewalRequest.title, before, wanted)
}

/** How long a membership runs now, and whom to tell. */
type Renewed = { readonly until: string; readonly before: Recipient; readonly after: Recipient }

/** Renews, and closes the session. */
export async function acceptRenewal(
  call: Saving,
  session: Session,
  by: string,
  type: string | null = null,
): Promise<Renewed> {
  const before = await recipientOfRequest(call.db, session)
  const member = await renewMember(call, session, type)
  // New contacts end every proof by former ones, but this one has served.
  await call.db.run(sql`
    update request_session set proven_at = ${session.provenAt}
    where business_id = ${call.db.businessId} and session_id = ${session.sessionId}`)
  const until = member.DateFinancial ?? ''
  const details = renewedUntil(until)
  await finalise(call.db, session, { isAccepted: true, by, details, newFinancialDate: until })
  call.audit({
    record: { kind: 'Renewal request', id: session.sessionId, name: session.displayName ?? '' },
    before: { Decision: null },
    after: { Decision: 'Accepted', 'Financial until': until },
  })
  return { until, before, after: await recipientOfRequest(call.db, session) }
}

/** How long a membership runs now, in words. */
export function renewedUntil(day: string): string {
  return `financial until ${longDateInLetter(day)}`
}

type Way = 'email' | 'sms'

/**
 * Where the news of a renewal goes: to the contact from before and, if it brought another, to that one as well. Who was
 * reached before hears of it in whatever way there was.
 */
export function newsOfRenewal({ before, after }: Renewed, wish?: Way): { to: Recipient; by: Way }[] {
  const usual = ({ email }: Recipient): Way => (email ? 'email' : 'sms')
  const contact = ({ email, mobile }: Recipient, by: Way) => (by === 'email' ? email : mobile)
  const former = wish && contact(before, wish) ? wish : usual(before)
  const now = wish ?? usual(after)
  const isSame = former === now && contact(before, former) === contact(after, now)
  return [{ to: before, by: former }, ...(isSame ? [] : [{ to: after, by: now }])]
}

const byItself = 'Automatic renewal'

/** The job behind a renewal that needs nobody's review. What can't be carried out is shown as an error to staff. */
export async function finishRenewal(
  { database }: Backstage,
  { businessId, sessionId }: SessionPayload,
  attempt: Attempt,
): Promise<void> {
  try {
    await database.transaction(businessId, (tx) => finish(tx, sessionId))
  } catch (error) {
    const isRefused = error instanceof Refusal
    if (isRefused || attempt.isLast)
      await database.transaction(businessId, async (tx) => {
        // Somebody may have decided on it since.
        const session = await lockSession(tx, sessionId)
        if (session.nextStep !== 'User Completed' || session.finalisedAt) return
        const note = isRefused ? error.message : 'The renewal could not be carried out.'
        await advance(tx, sessionId, 'Error', { note })
      })
    if (!isRefused) throw attempt.isLast ? new SettledElsewhere(error) : error
  }
}

async function finish(tx: Transaction, sessionId: string): Promise<void> {
  const session = await lockSession(tx, sessionId)
  if (session.nextStep !== 'User Completed' || session.finalisedAt) return
  const isPaid = (await paymentsOf(tx, sessionId)).some(({ state }) => state === 'Paid')
  // Of two renewals at once the second waits here, and finds the member renewed already.
  await tx.run(sql`
    select from member where business_id = ${tx.businessId} and member_id = ${session.memberId} for no key update`)
  // Whoever queued it: a former version, or this one before the proof ended or the member was suspended.
  const reason = await waitReason(tx, await readForm(tx, session.formId), session)
  if (reason !== null) return waitForStaff(tx, session, reason, isPaid ? { paid: null } : { address: null })
  const copy = await copyOf(tx, session)
  const changes: Change[] = []
  const who = { ...nobody, name: byItself }
  const renewed = await acceptRenewal(
    { db: tx, who, audit: (change) => void changes.push(change) },
    session,
    byItself,
  )
  const { title } = requestsApi.acceptRenewalRequest
  await recordAudit(tx, who, { address: '', requestId: '' }, { name: 'acceptRenewalRequest', title }, changes)
  const { name } = await businessOf(tx)
  const type = await renewedType(tx, session)
  for (const { to, by } of newsOfRenewal(renewed)) {
    // A contact that the renewal itself brings has shown nothing yet.
    const known = to === renewed.before ? copy : { ...copy, answers: [] }
    const letter = letters.renewed(name, longDateInLetter(renewed.until), type, known)
    if (isPaid) await writeToApplicant(tx, to, name, letter, by)
    else await writeForStranger(tx, to, name, letter, { by, address: null })
  }
}

// What a member leaves empty stays as it is.
function given(answers: RequestAnswers): Partial<MemberFields> {
  const { Title, PreferredName, MiddleName, BirthDate, Gender, Nationality, Occupation } = answers
  const own = { Title, PreferredName, MiddleName, BirthDate, Gender, Nationality, Occupation }
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null))
}
