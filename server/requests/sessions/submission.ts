import sql from 'sql-template-tag'
import type { Queries, Transaction } from '#platform/database'
import { startJob } from '#platform/jobs'
import { readForm, businessOf, type Form, typeName } from '#server/requests/forms'
import { letters, recipientOf, writeForStranger, writeToApplicant } from './applicant-messages.ts'
import { personById } from './contact-on-file.ts'
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

/** Nothing more is due from the applicant: somebody decides on it, or a renewal that needs nobody goes on by itself. */
export async function completeSubmission(
  tx: Transaction,
  session: Session,
  // What was paid for is confirmed; who pays nothing has to share what strangers may cause.
  way: { readonly paid: string } | { readonly address: string },
): Promise<void> {
  const form = await readForm(tx, session.formId)
  await advance(tx, session.sessionId, 'User Completed', { note: 'paid' in way ? way.paid : null })
  await startAskingSponsors(tx, session, 'address' in way ? way.address : null)
  if (await carryOutByItself(tx, form, session)) return
  const { name } = await businessOf(tx)
  const recipient = await recipientOf(tx, session)
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

/** Has a request carried out that nobody has to look at, once nobody's word is missing; false for all others. */
export async function carryOutByItself(tx: Transaction, form: Form, session: Session): Promise<boolean> {
  if (session.kind !== 'Renewal' || form.NeedsReview || (await changesTypeUnproven(tx, session))) return false
  if (await awaitsSponsors(tx, session)) return false
  const payload: SessionPayload = { businessId: tx.businessId, sessionId: session.sessionId }
  await startJob(tx, finishRenewalTask, payload, { key: `${finishRenewalTask} ${session.sessionId}` })
  return true
}

/** True as long as somebody who is named as proposer or seconder has not confirmed it. */
export async function awaitsSponsors(db: Queries, { sessionId }: Session): Promise<boolean> {
  const { awaited } = await db.one<{ awaited: boolean }>(sql`
    select exists (select from request_sponsor where business_id = ${db.businessId} and session_id = ${sessionId}
      and is_confirmed is distinct from true) as awaited`)
  return awaited
}

async function startAskingSponsors(tx: Transaction, session: Session, address: string | null): Promise<void> {
  if (!(await awaitsSponsors(tx, session))) return
  const payload: SponsorPayload = { businessId: tx.businessId, sessionId: session.sessionId, address }
  await startJob(tx, askSponsorsTask, payload)
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
    newFinancialDate?: string | null
  },
): Promise<void> {
  await tx.run(sql`
    update request_session set finalised_at = now(), finalised_by = ${decision.by}, is_accepted = ${decision.isAccepted},
      member_id = ${decision.member?.id ?? session.memberId},
      venue_no = ${decision.member?.VenueNo ?? session.venueNo}, acceptance_details = ${decision.details ?? null},
      rejection_note = ${decision.note ?? null}, new_financial_date = ${decision.newFinancialDate ?? null}
    where business_id = ${tx.businessId} and session_id = ${session.sessionId}`)
  const outcome = decision.isAccepted ? 'Accepted' : 'Rejected'
  const words = [outcome, decision.details ?? decision.note].filter(Boolean).join(': ')
  await advance(tx, session.sessionId, 'Completed', { note: words, actorName: decision.by })
}
