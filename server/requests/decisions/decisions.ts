import sql from 'sql-template-tag'
import type { z } from 'zod'
import { permissionDisplayName } from '#contract/access/permissions.ts'
import type { Member } from '#contract/members/members.ts'
import { refundWords } from '#contract/payments/refund-words.ts'
import type { Acceptance, RenewalAcceptance } from '#contract/requests/decisions.ts'
import type { FormKind } from '#contract/requests/request-forms.ts'
import { canFinalise, canReject, type RequestDetail, requestsApi } from '#contract/requests/requests.ts'
import { can } from '#platform/access'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { businessDay } from '#platform/days'
import { conflict, forbidden } from '#platform/refusals'
import { addMember, saveMember, type Saving } from '#server/members/changes'
import { lockMember } from '#server/members/record'
import { inviteNewMember } from '#server/passes/invitations'
import { readForm, businessOf, withTermOf } from '#server/requests/forms'
import { closeCheckouts, startRefund } from '#server/requests/payments'
import {
  letters,
  longDateInLetter,
  recipientOfRequest,
  renewedType,
  writeToApplicant,
  lockSession,
  readSession,
  type Session,
  finalise,
} from '#server/requests/sessions'
import { acceptOneByOne } from './accept-one-by-one.ts'
import { memberOfAnswers, memberWithAnswers } from './member-of-answers.ts'
import { offeredAnswers } from './offered-answers.ts'
import { requireListed } from './rejection-reasons.ts'
import { acceptRenewal, newsOfRenewal } from './renewals.ts'
import { decisionOf, recordKind, requestDetail } from './request-page.ts'

type Accepting = Call<typeof requestsApi.acceptMembershipRequest>
type Deciding = Pick<Accepting, 'db' | 'who' | 'audit'> & { readonly params: { readonly sessionId: string } }

/** Makes the applicant a member, or attaches the application to one there is. */
export async function acceptMembershipRequest(call: Accepting): Promise<RequestDetail> {
  const { db, who, body } = call
  // Those who accept without a look find the member that this makes.
  await acceptOneByOne(db)
  const session = await sessionToDecide(call, 'Registration')
  requireMembers(call)
  if (body.PassConfigurationId !== null) requireInvitations(call)
  const member = await acceptApplication(call, session, body)
  if (body.PassConfigurationId !== null) await inviteNewMember(call, member, body.PassConfigurationId)
  return requestDetail(db, who, await readSession(db, who, 'Registration', session.sessionId))
}

/** The same for a session that is locked, and to be decided on by whoever calls it. */
export async function acceptApplication(
  call: Saving,
  session: Session,
  acceptance: Acceptance,
  { hasCard = false } = {},
): Promise<Member> {
  const { db, who } = call
  const member = await memberFor(call, session, acceptance)
  await finalise(db, session, {
    isAccepted: true,
    by: who.name,
    member,
    details: acceptedAs(member, acceptance.MemberId ? 'attached to' : 'made'),
    newFinancialDate: member.DateFinancial,
    hasCard,
  })
  record(call, session, { Decision: 'Accepted', Member: member.MembershipNumber })
  const { name } = await businessOf(db)
  const recipient = { ...(await recipientOfRequest(db, session)), firstName: member.FirstName }
  const letter = letters.accepted(name, member.MembershipNumber)
  await writeToApplicant(db, recipient, name, letter, acceptance.NotifyBy)
  return member
}

/** Who the applicant is now, in words: 'made member 12001, Ordinary, Harbourside Main Club'. */
export function acceptedAs(member: Member, how: 'made' | 'attached to'): string {
  const { MembershipTypeDescription, MemberLevelDescription, VenueName } = member
  const number = `${how} member ${member.MembershipNumber ?? member.id}`
  return [number, MembershipTypeDescription, MemberLevelDescription, VenueName].filter(Boolean).join(', ')
}

async function memberFor(call: Saving, session: Session, acceptance: Acceptance): Promise<Member> {
  const { db, who } = call
  const { title } = requestsApi.acceptMembershipRequest
  const form = await withTermOf(db, await readForm(db, session.formId), acceptance.MembershipType)
  const answers = await offeredAnswers(db, session.answers)
  const today = await businessDay(db)
  if (acceptance.MemberId === null) {
    const fields = memberOfAnswers(answers, form, acceptance, { today, status: await usualStatus(db) })
    return addMember(call, title, acceptance.VenueNo ?? '', fields, { venueField: 'VenueNo' })
  }
  const before = await lockMember(db, who, acceptance.MemberId)
  return saveMember(call, title, before, memberWithAnswers(before, answers, form, acceptance, today))
}

/** The status a new member has: the first of the business's list. */
async function usualStatus(db: Queries): Promise<string | null> {
  const first = await db.maybe<{ key: string }>(sql`
    select key from option_list_item
    where business_id = ${db.businessId} and list = 'Status' and not is_retired order by position limit 1`)
  return first?.key ?? null
}

/** Carries out a renewal that somebody had to look at. */
export async function acceptRenewalRequest(
  call: Call<typeof requestsApi.acceptRenewalRequest>,
): Promise<RequestDetail> {
  const { db, who, body } = call
  const session = await sessionToDecide(call, 'Renewal')
  requireMembers(call)
  await carryOutRenewal(call, session, body)
  return requestDetail(db, who, await readSession(db, who, 'Renewal', session.sessionId))
}

/** The same for a session that is locked, and to be decided on by whoever calls it. */
export async function carryOutRenewal(
  call: Saving,
  session: Session,
  { NotifyBy, MembershipType }: z.output<typeof RenewalAcceptance>,
): Promise<void> {
  const { db, who } = call
  const renewed = await acceptRenewal(call, session, who.name, MembershipType)
  const { name } = await businessOf(db)
  const letter = letters.renewed(name, longDateInLetter(renewed.until), await renewedType(db, session))
  if (NotifyBy === 'none') return
  for (const { to, by } of newsOfRenewal(renewed, NotifyBy)) await writeToApplicant(db, to, name, letter, by)
}

/** Declines a request of either kind, paid or not; what was paid goes back if that is wished. */
export async function reject(
  call: Call<typeof requestsApi.rejectMembershipRequest | typeof requestsApi.rejectRenewalRequest>,
  kind: FormKind,
): Promise<RequestDetail> {
  const { db, who, body } = call
  if (body.IsRefunded) requireRefunds(call)
  if (body.Reason !== null) await requireListed(db, body.Reason)
  const session = await sessionToDecide(call, kind, canReject)
  // Whoever pays there all the same gets it back: it is due no more.
  await closeCheckouts(db, session)
  const isRefunded = body.IsRefunded && (await startRefund(db, session.sessionId, body.NotifyBy))
  await finalise(db, session, { isAccepted: false, by: who.name, reason: body.Reason, note: body.Note })
  record(call, session, {
    Decision: 'Rejected',
    ...(body.Reason !== null && { Reason: body.Reason }),
    Note: body.Note,
    Refunded: isRefunded,
  })
  const { name } = await businessOf(db)
  const letter = letters.rejected(name, body.Note, isRefunded)
  await writeToApplicant(db, await recipientOfRequest(db, session), name, letter, body.NotifyBy)
  return requestDetail(db, who, await readSession(db, who, kind, session.sessionId))
}

/** The session, kept from changing; refused if it isn't ready, or has been decided on by somebody else. */
async function sessionToDecide(
  { db, who, params }: Deciding,
  kind: FormKind,
  isReady = canFinalise,
): Promise<Session> {
  await readSession(db, who, kind, params.sessionId)
  const session = await lockSession(db, params.sessionId)
  requireUndecided(session, isReady)
  return session
}

/** Refuses to decide on what isn't ready, or has been decided on. */
export function requireUndecided(session: Session, isReady = canFinalise): void {
  if (session.finalisedAt)
    throw conflict('request_finalised', `This request has been finalised by ${session.finalisedBy} already.`)
  const decision = decisionOf(session)
  if (!isReady({ NextStep: session.nextStep, SubmissionFinalisation: decision }))
    throw conflict('request_not_ready', 'This request is not complete yet.')
}

function requireMembers({ who }: Pick<Deciding, 'who'>): void {
  if (!can(who, 'Member.ReadDetails'))
    throw forbidden(
      `Accepting makes a member: it needs the permission '${permissionDisplayName('Member.ReadDetails')}' as well.`,
    )
}

function requireRefunds({ who }: Pick<Deciding, 'who'>): void {
  if (!can(who, 'Request.Refund'))
    throw forbidden(refundWords.needsRefund(permissionDisplayName('Request.Refund')))
}

function requireInvitations({ who }: Pick<Deciding, 'who'>): void {
  if (!can(who, 'Member.InviteToApp'))
    throw forbidden(
      `Inviting to a digital membership card needs the permission '${permissionDisplayName('Member.InviteToApp')}' as well.`,
    )
}

function record(call: Pick<Deciding, 'audit'>, session: Session, after: Record<string, unknown>): void {
  call.audit({
    record: { kind: recordKind(session), id: session.sessionId, name: session.displayName ?? '' },
    before: { Decision: null },
    after,
  })
}
