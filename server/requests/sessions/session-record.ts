import sql, { type Sql } from 'sql-template-tag'
import type { Question } from '#contract/requests/questions.ts'
import { type RequestAnswers, withoutDetails } from '#contract/requests/request-answers.ts'
import type { FormKind } from '#contract/requests/request-forms.ts'
import type { PriceLine } from '#contract/requests/request-rules.ts'
import type { NextStep } from '#contract/requests/requests.ts'
import type { Who } from '#platform/access'
import type { Queries, Transaction } from '#platform/database'
import { notFound } from '#platform/refusals'
import { hashOf } from '#platform/secrets'

/** A session as it is kept. */
export type Session = {
  readonly sessionId: string
  readonly formId: string
  readonly kind: FormKind
  readonly venueNo: string
  readonly nextStep: NextStep
  readonly message: string | null
  readonly answers: RequestAnswers
  /** When a member showed by a contact on file who they are. */
  readonly provenAt: string | null
  readonly linkSentTo: string | null
  readonly memberId: string | null
  readonly displayName: string | null
  readonly email: string | null
  readonly mobile: string | null
  readonly feeDescription: string | null
  readonly feeItems: string[]
  readonly newFinancialDate: string | null
  readonly requestedAt: string
  readonly submittedAt: string | null
  readonly finalisedAt: string | null
  readonly finalisedBy: string | null
  readonly isAccepted: boolean | null
  readonly acceptanceDetails: string | null
  readonly rejectionNote: string | null
  /** What was asked of the form's own questions when it was sent. */
  readonly questions: Question[] | null
  /** What it cost then, in cents. */
  readonly priceLines: PriceLine[] | null
  /** Why it waits for the staff, in their words; null where it doesn't, or nobody knows yet. */
  readonly waitsBecause: string | null
  /** The hash of the code of the digital card that comes with it. */
  readonly passCodeHash: Buffer | null
  readonly rejectionReason: string | null
  /** Who of the staff has it. */
  readonly assignedTo: string | null
  /** Who of the staff started it at the desk. */
  readonly startedBy: string | null
}

/** The step by which a note of the staff is kept. */
export const noteStep = 'Note'

/** The step by which a rejected request is to be decided on anew. */
export const putBackStep = 'Put back'

/** The step of who entered the code that was sent to them. */
export const codeEntered = 'Code entered'

/** The columns of a session `s`. */
export const sessionColumns = sql`
  s.session_id as "sessionId", s.form_id as "formId", s.kind, s.venue_no as "venueNo", s.next_step as "nextStep",
  s.message, s.answers, s.proven_at as "provenAt", s.link_sent_to as "linkSentTo", s.member_id as "memberId", s.display_name as "displayName",
  s.email, s.mobile, s.fee_description as "feeDescription", s.fee_items as "feeItems",
  s.new_financial_date as "newFinancialDate", s.requested_at as "requestedAt", s.submitted_at as "submittedAt",
  s.finalised_at as "finalisedAt", s.finalised_by as "finalisedBy", s.is_accepted as "isAccepted",
  s.acceptance_details as "acceptanceDetails", s.rejection_note as "rejectionNote",
  s.questions, s.price_lines as "priceLines", s.waits_because as "waitsBecause", s.pass_code_hash as "passCodeHash",
  s.rejection_reason as "rejectionReason", s.assigned_to as "assignedTo", s.started_by as "startedBy"`

/** True if the details are theirs to see and change: an applicant's own are, a member has to show who they are. */
export function isProven({ kind, provenAt }: Pick<Session, 'kind' | 'provenAt'>): boolean {
  return kind === 'Registration' || provenAt !== null
}

/** The answers that count: without details as long as nobody knows whether they are the member's own. */
export function answersOf(session: Session): RequestAnswers {
  // Those of a former version have none to questions.
  const answers = { ...session.answers, Questions: session.answers.Questions ?? {} }
  return isProven(session) ? answers : withoutDetails(answers)
}

/** The condition under which a user sees a session `s`: users confined to some venues see those of their venues. */
export function sessionVisibleTo({ venues }: Who): Sql {
  if (venues === null) return sql``
  // Of one venue an index has them in the order of the list; of several it doesn't.
  return venues.length === 1 ? sql`and s.venue_no = ${venues[0]}` : sql`and s.venue_no = any(${venues})`
}

/** A session that the user may see, or a 404. */
export async function readSession(
  db: Queries,
  who: Who,
  kind: FormKind,
  sessionId: string,
): Promise<Session> {
  const session = await db.maybe<Session>(sql`
    select ${sessionColumns} from request_session s
    where s.business_id = ${db.businessId} and s.session_id = ${sessionId} and s.kind = ${kind}
      and s.deleted_at is null ${sessionVisibleTo(who)}`)
  if (!session) throw notFound('The request')
  return session
}

/** The same of whichever kind it is, kept from changing. */
export async function lockReadableSession(tx: Transaction, who: Who, sessionId: string): Promise<Session> {
  const session = await lockSession(tx, sessionId)
  if (who.venues !== null && !who.venues.includes(session.venueNo)) throw notFound('The request')
  return session
}

/** A session, kept from changing under us: of two who decide at once the second waits here. */
export async function lockSession(tx: Transaction, sessionId: string): Promise<Session> {
  const session = await tx.maybe<Session>(sql`
    select ${sessionColumns} from request_session s
    where s.business_id = ${tx.businessId} and s.session_id = ${sessionId} and s.deleted_at is null
    for no key update`)
  if (!session) throw notFound('The request')
  return session
}

// Staff have seen who stood before them, and nobody sees who opens the page again days later.
const hoursAtDesk = 4

/** The session of a form that a secret or a link of the staff opens, kept from changing if it is to be changed. */
export async function sessionBySecret(
  db: Queries,
  formId: string,
  secret: string,
  { isLocked = false } = {},
): Promise<Session> {
  const session = await db.maybe<Session & { isLeftBehind: boolean }>(sql`
    select ${sessionColumns},
      s.started_by is not null and s.proven_at < now() - make_interval(hours => ${hoursAtDesk}) as "isLeftBehind"
    from request_session s
    where s.business_id = ${db.businessId} and s.form_id = ${formId}
      and (s.secret_hash = ${hashOf(secret)} or s.session_id = (
        select l.session_id from request_link l
        where l.business_id = ${db.businessId} and l.secret_hash = ${hashOf(secret)} and l.expires_at > now()))
      and s.deleted_at is null ${isLocked ? sql`for no key update` : sql``}`)
  if (!session) throw notFound('What you started')
  return session.isLeftBehind ? { ...session, provenAt: null } : session
}

/** Brings a session to its next step, and keeps when, by whom and why. */
export async function advance(
  tx: Transaction,
  sessionId: string,
  step: NextStep,
  { note = null, actorName = null }: { note?: string | null; actorName?: string | null } = {},
): Promise<void> {
  const message = step === 'Error' ? note : null
  await tx.run(sql`
    update request_session set next_step = ${step}, message = ${message}
    where business_id = ${tx.businessId} and session_id = ${sessionId}`)
  await addStep(tx, sessionId, step, note, actorName)
}

/** Keeps something that happened to a session without bringing it further. */
export async function addStep(
  tx: Transaction,
  sessionId: string,
  step: string,
  note: string | null = null,
  actorName: string | null = null,
): Promise<void> {
  await tx.run(sql`
    insert into request_step (business_id, session_id, step, note, actor_name)
    values (${tx.businessId}, ${sessionId}, ${step}, ${note}, ${actorName})`)
}
