import sql, { type Sql } from 'sql-template-tag'
import type { FormKind } from '#contract/requests/request-forms.ts'
import type { Transaction } from '#platform/database'
import { startJob } from '#platform/jobs'
import { readForm, businessOf, type Form, typeName } from '#server/requests/forms'
import { letters, recipientOfRequest, writeForStranger, writeToApplicant } from './applicant-messages.ts'
import { awaitsSponsors, leaveToStaff, waitReason } from './rules.ts'
import { advance, isProven, type Session } from './session-record.ts'
import { copyOf } from './submitted-copy.ts'

/** Carries out what this version and later ones queue: the former, which believes who has proven nothing, doesn't know it. */
export const finishRenewalTask = 'carry_out_renewal'
/** What the former version calls it. */
export const formerFinishRenewalTask = 'finish_renewal'
export type SessionPayload = { businessId: string; sessionId: string }
/** Asks those whom a request names as proposer or seconder. */
export const askSponsorsTask = 'ask_sponsors'
/** With the address that a request was sent from which nobody paid for: it shares what strangers may cause. */
export type SponsorPayload = SessionPayload & { address: string | null }

/** Carries out an application that nobody has to look at. */
export const finishApplicationTask = 'carry_out_application'

/**
 * What was paid for is confirmed; who pays nothing has to share what strangers may cause, by the address it came from if
 * that is known.
 */
export type Way = { readonly paid: string | null } | { readonly address: string | null }

/** Nothing more is due from the applicant: it goes on by itself where it may, or somebody decides on it. */
export async function completeSubmission(tx: Transaction, session: Session, way: Way): Promise<void> {
  const form = await readForm(tx, session.formId)
  await advance(tx, session.sessionId, 'User Completed', { note: 'paid' in way ? way.paid : null })
  await startAskingSponsors(tx, session, 'address' in way ? way.address : null)
  const reason = await waitReason(tx, form, session)
  if (reason !== null) return waitForStaff(tx, session, reason, way)
  await carryOutRequest(tx, session)
}

/** Has a request carried out that needs nobody. */
export async function carryOutRequest(
  tx: Transaction,
  { sessionId, kind }: Pick<Session, 'sessionId' | 'kind'>,
) {
  const payload: SessionPayload = { businessId: tx.businessId, sessionId }
  const task = taskOf(kind)
  await startJob(tx, task, payload, { key: `${task} ${sessionId}` })
}

const taskOf = (kind: FormKind) => (kind === 'Renewal' ? finishRenewalTask : finishApplicationTask)

/** Whether a session `s` has a job that will carry it out: queued anew it would count its tries from the start. */
export const isBeingCarriedOut: Sql = sql`has_job(
  case s.kind when 'Renewal' then ${taskOf('Renewal')} else ${taskOf('Registration')} end || ' ' || s.session_id)`

/** Goes on with a request that has waited for somebody's word, if it waits for nothing else. */
export async function goOn(tx: Transaction, form: Form, session: Session): Promise<void> {
  if ((await waitReason(tx, form, session)) !== null) return
  await tx.run(sql`
    update request_session set waits_because = null
    where business_id = ${tx.businessId} and session_id = ${session.sessionId}`)
  await carryOutRequest(tx, session)
}

/** Leaves a request to the staff, and tells who sent it that it has arrived. */
export async function waitForStaff(
  tx: Transaction,
  session: Session,
  reason: string,
  way: Way,
): Promise<void> {
  await leaveToStaff(tx, session, reason)
  const { name } = await businessOf(tx)
  const recipient = await recipientOfRequest(tx, session)
  const letter =
    session.kind === 'Renewal'
      ? letters.renewalReceived(
          name,
          await typeName(tx, session.answers.MembershipType),
          isProven(session),
          await copyOf(tx, session),
        )
      : letters.received(name, await copyOf(tx, session))
  if ('paid' in way) await writeToApplicant(tx, recipient, name, letter)
  else await writeForStranger(tx, recipient, name, letter, way)
}

async function startAskingSponsors(tx: Transaction, session: Session, address: string | null): Promise<void> {
  if (!(await awaitsSponsors(tx, session))) return
  const payload: SponsorPayload = { businessId: tx.businessId, sessionId: session.sessionId, address }
  await startJob(tx, askSponsorsTask, payload)
}

/** Keeps the decision on a session; it is made once. */
export async function finalise(
  tx: Transaction,
  session: Session,
  decision: {
    isAccepted: boolean
    by: string
    /** Whom it made or was attached to: the request goes with them to their venue. */
    member?: { id: string; VenueNo: string }
    details?: string | null
    note?: string | null
    /** The digital card that was foreseen has come with it. */
    hasCard?: boolean
    /** One of the business's, of a rejection. */
    reason?: string | null
    newFinancialDate?: string | null
  },
): Promise<void> {
  await tx.run(sql`
    update request_session set finalised_at = now(), finalised_by = ${decision.by}, is_accepted = ${decision.isAccepted},
      member_id = ${decision.member?.id ?? session.memberId},
      venue_no = ${decision.member?.VenueNo ?? session.venueNo}, acceptance_details = ${decision.details ?? null},
      rejection_note = ${decision.note ?? null}, rejection_reason = ${decision.reason ?? null}, new_financial_date = ${decision.newFinancialDate ?? null},
      pass_code_hash = case when ${!decision.isAccepted || decision.hasCard === true} then pass_code_hash end
    where business_id = ${tx.businessId} and session_id = ${session.sessionId}`)
  const outcome = decision.isAccepted ? 'Accepted' : 'Rejected'
  const words = [outcome, decision.reason, decision.details ?? decision.note].filter(Boolean).join(': ')
  await advance(tx, session.sessionId, 'Completed', { note: words, actorName: decision.by })
}
