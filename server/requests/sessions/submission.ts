import sql from 'sql-template-tag'
import type { Queries, Transaction } from '#platform/database'
import { startJob } from '#platform/jobs'
import { readForm, businessOf, typeName } from '#server/requests/forms'
import { letters, recipientOf, writeForStranger, writeToApplicant } from './applicant-messages.ts'
import { personById } from './contact-on-file.ts'
import { advance, isProven, type Session } from './session-record.ts'

/** Carries out what this version and later ones queue: the former, which believes who has proven nothing, doesn't know it. */
export const finishRenewalTask = 'carry_out_renewal'
/** What the former version calls it. */
export const formerFinishRenewalTask = 'finish_renewal'
export type SessionPayload = { businessId: string; sessionId: string }

/** Nothing more is due from the applicant: somebody decides on it, or a renewal that needs nobody goes on by itself. */
export async function completeSubmission(
  tx: Transaction,
  session: Session,
  // What was paid for is confirmed; who pays nothing has to share what strangers may cause.
  way: { readonly paid: string } | { readonly address: string },
): Promise<void> {
  const form = await readForm(tx, session.formId)
  await advance(tx, session.sessionId, 'User Completed', { note: 'paid' in way ? way.paid : null })
  if (session.kind === 'Renewal' && !form.NeedsReview && !(await changesTypeUnproven(tx, session))) {
    const payload: SessionPayload = { businessId: tx.businessId, sessionId: session.sessionId }
    await startJob(tx, finishRenewalTask, payload, { key: `${finishRenewalTask} ${session.sessionId}` })
    return
  }
  const { name } = await businessOf(tx)
  const recipient = await recipientOf(tx, session)
  const letter =
    session.kind === 'Renewal'
      ? letters.renewalReceived(name, await typeName(tx, session.answers.MembershipType), isProven(session))
      : letters.received(name)
  if ('paid' in way) await writeToApplicant(tx, recipient, name, letter)
  else await writeForStranger(tx, recipient, name, letter, way)
}

/** True for who wants another type of membership and has not shown that it is theirs: staff decide on that. */
export async function changesTypeUnproven(db: Queries, session: Session): Promise<boolean> {
  if (isProven(session)) return false
  const person = await personById(db, session.memberId)
  const wanted = session.answers.MembershipType
  return person !== null && wanted !== null && wanted !== person.membershipType
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
    /** One of the business's, of a rejection. */
    reason?: string | null
    newFinancialDate?: string | null
  },
): Promise<void> {
  await tx.run(sql`
    update request_session set finalised_at = now(), finalised_by = ${decision.by}, is_accepted = ${decision.isAccepted},
      member_id = ${decision.member?.id ?? session.memberId},
      venue_no = ${decision.member?.VenueNo ?? session.venueNo}, acceptance_details = ${decision.details ?? null},
      rejection_note = ${decision.note ?? null}, rejection_reason = ${decision.reason ?? null}, new_financial_date = ${decision.newFinancialDate ?? null}
    where business_id = ${tx.businessId} and session_id = ${session.sessionId}`)
  const outcome = decision.isAccepted ? 'Accepted' : 'Rejected'
  const words = [outcome, decision.reason, decision.details ?? decision.note].filter(Boolean).join(': ')
  await advance(tx, session.sessionId, 'Completed', { note: words, actorName: decision.by })
}
