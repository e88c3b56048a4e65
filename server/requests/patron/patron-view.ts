import sql from 'sql-template-tag'
import { claimPath } from '#contract/patron-paths.ts'
import type { MaskedContact, PatronSession } from '#contract/requests/patron.ts'
import type { Queries } from '#platform/database'
import { hashOf } from '#platform/secrets'
import type { Form } from '#server/requests/forms'
import { owingOf, type Payment, paymentsOf } from '#server/requests/payments'
import {
  maskedContacts,
  personById,
  answersOnFile,
  answersOf,
  isProven,
  offeredTypes,
  passCodeOf,
  type Session,
} from '#server/requests/sessions'
import { filesOf } from '#server/requests/uploads'

type KnownMember = NonNullable<PatronSession['Member']>

/** A session as its own page shows it. Until it is proven it tells no more of a member than was said to find them. */
export async function patronSession(
  db: Queries,
  form: Form,
  session: Session,
  secret: string,
): Promise<PatronSession> {
  const payments = await paymentsOf(db, session.sessionId)
  // What was paid at the counter has no page of a provider.
  const last = payments.filter(({ provider }) => provider !== 'Counter').at(-1)
  const isDue = session.nextStep === 'Payment Required'
  const owing = isDue ? (await owingOf(db, session.sessionId)).cents : null
  return {
    SessionId: session.sessionId,
    NextStep: session.nextStep,
    IsAtDesk: session.startedBy !== null,
    Answers: answersOf(session),
    IsProven: isProven(session),
    OnFile: await answersOnFile(db, form, session),
    Contacts: isProven(session) ? [] : await contactsOf(db, session),
    Member: session.kind === 'Renewal' ? await memberOf(db, session) : null,
    ...(await offeredTypes(db, form, session)),
    EarlierRequestDate: await earlierRequest(db, session),
    LinkSentTo: session.linkSentTo,
    // A page that asks for what is owing no more is about to be closed.
    PaymentUrl: isDue && last?.state === 'Open' && last.amountCents === owing ? last.checkoutUrl : null,
    IsPaymentOver: isDue && last?.state !== 'Opening' && last?.state !== 'Open',
    AmountDue: dollars(owing),
    AmountPaid: dollars(keptOf(payments)),
    Refunds: payments.flatMap(refundOf),
    PassUrl: passUrl(session, secret),
    IsJoined: session.kind === 'Registration' && session.isAccepted === true,
    IsRenewed: session.kind === 'Renewal' && session.isAccepted === true,
    NewFinancialDate: isProven(session) ? session.newFinancialDate : null,
    PriceLines: (session.priceLines ?? []).map(({ Description, total, tax }) => ({
      Description,
      Amount: total / 100,
      TaxAmount: tax / 100,
    })),
    SentType: session.feeDescription,
    SentQuestions: session.questions,
    Files: await filesOf(db, session.sessionId),
  }
}

/** What was paid and not given back; null if nothing was. */
function keptOf(payments: readonly Payment[]): number | null {
  const kept = payments.filter(({ state }) => state === 'Paid')
  if (kept.length === 0) return null
  return kept.reduce((sum, { paidCents, refundedCents }) => sum + (paidCents ?? 0) - refundedCents, 0)
}

function refundOf({ state, paidCents }: Payment): PatronSession['Refunds'] {
  if (state !== 'Refunding' && state !== 'RefundFailed' && state !== 'Refunded') return []
  return [{ State: state, Amount: (paidCents ?? 0) / 100 }]
}

async function contactsOf(db: Queries, { memberId }: Session): Promise<MaskedContact[]> {
  const person = await personById(db, memberId)
  return person ? maskedContacts(person) : []
}

async function memberOf(db: Queries, session: Session): Promise<KnownMember | null> {
  const member = await db.maybe<KnownMember>(sql`
    select first_name as "FirstName", membership_number as "MembershipNumber", date_financial as "DateFinancial"
    from member where business_id = ${db.businessId} and member_id = ${session.memberId}`)
  return member && !isProven(session) ? { ...member, FirstName: null, DateFinancial: null } : member
}

/** When the same person's application arrived that is with the business already; null if there is none. */
async function earlierRequest(db: Queries, session: Session): Promise<string | null> {
  if (session.kind !== 'Registration' || !session.email || session.submittedAt) return null
  const earlier = await db.maybe<{ at: string }>(sql`
    select s.requested_at as at from request_session s
    where s.business_id = ${db.businessId} and s.email = ${session.email} and s.submitted_at is not null
      and s.kind = 'Registration' and s.is_accepted is distinct from false and s.deleted_at is null
      and plain(s.answers ->> 'LastName') = plain(${session.answers.LastName})
      and s.submitted_at > now() - interval '1 year'
    order by s.submitted_at desc limit 1`)
  return earlier?.at ?? null
}

/**
 * Where the card is that came with the acceptance: at a code that who has the session's own secret can make. A link of the
 * staff has another one.
 */
function passUrl({ isAccepted, passCodeHash }: Session, secret: string): string | null {
  const code = passCodeOf(secret)
  return isAccepted && passCodeHash?.equals(hashOf(code)) ? claimPath(code) : null
}

function dollars(cents: number | null | undefined): number | null {
  return typeof cents === 'number' ? cents / 100 : null
}
