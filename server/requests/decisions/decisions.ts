import sql from 'sql-template-tag'
import { permissionDisplayName } from '#contract/access/permissions.ts'
import type { Member } from '#contract/members/members.ts'
import { refundWords } from '#contract/requests/refund-words.ts'
import type { FormKind } from '#contract/requests/request-forms.ts'
import { canFinalise, type RequestDetail, requestsApi } from '#contract/requests/requests.ts'
import { can } from '#platform/access'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { businessDay } from '#platform/days'
import { conflict, forbidden } from '#platform/refusals'
import { addMember, saveMember } from '#server/members/changes'
import { lockMember } from '#server/members/search'
import { inviteNewMember } from '#server/passes/invitations'
import { readForm, businessOf, withTermOf } from '#server/requests/forms'
import { startRefund } from '#server/requests/payments'
import {
  letters,
  longDate,
  recipientOf,
  renewedType,
  writeToApplicant,
  lockSession,
  readSession,
  type Session,
  finalise,
} from '#server/requests/sessions'
import { memberOfAnswers, memberWithAnswers } from './member-of-answers.ts'
import { offeredAnswers } from './offered-answers.ts'
import { acceptRenewal, newsOfRenewal } from './renewals.ts'
import { decisionOf, requestDetail } from './request-page.ts'

type Accepting = Call<typeof requestsApi.acceptMembershipRequest>
type Deciding = Pick<Accepting, 'db' | 'who' | 'audit'> & { readonly params: { readonly sessionId: string } }

/** Makes the applicant a member, or attaches the application to one there is. */
export async function acceptMembershipRequest(call: Accepting): Promise<RequestDetail> {
  const { db, who, body } = call
  const session = await sessionToDecide(call, 'Registration')
  requireMembers(call)
  if (body.PassConfigurationId !== null) requireInvitations(call)
  const member = await memberFor(call, session)
  await finalise(db, session, {
    isAccepted: true,
    by: who.name,
    member,
    details: acceptedAs(member, body.MemberId ? 'attached to' : 'made'),
    newFinancialDate: member.DateFinancial,
  })
  record(call, 'Membership request', session, { Decision: 'Accepted', Member: member.MembershipNumber })
  const { name } = await businessOf(db)
  const recipient = { ...(await recipientOf(db, session)), firstName: member.FirstName }
  await writeToApplicant(db, recipient, name, letters.accepted(name, member.MembershipNumber), body.NotifyBy)
  if (body.PassConfigurationId !== null) await inviteNewMember(call, member, body.PassConfigurationId)
  return requestDetail(db, who, await readSession(db, who, 'Registration', session.sessionId))
}

/** Who the applicant is now, in words: 'made member 12001, Ordinary, Harbourside Main Club'. */
export function acceptedAs(member: Member, how: 'made' | 'attached to'): string {
  const { MembershipTypeDescription, MemberLevelDescription, VenueName } = member
  const number = `${how} member ${member.MembershipNumber ?? member.id}`
  return [number, MembershipTypeDescription, MemberLevelDescription, VenueName].filter(Boolean).join(', ')
}

async function memberFor(call: Accepting, session: Session): Promise<Member> {
  const { db, who, body } = call
  const { title } = requestsApi.acceptMembershipRequest
  const form = await withTermOf(db, await readForm(db, session.formId), body.MembershipType)
  const answers = await offeredAnswers(db, session.answers)
  const today = await businessDay(db)
  if (body.MemberId === null) {
    const fields = memberOfAnswers(answers, form, body, { today, status: await usualStatus(db) })
    return addMember(call, title, body.VenueNo ?? '', fields, { venueField: 'VenueNo' })
  }
  const before = await lockMember(db, who, body.MemberId)
  return saveMember(call, title, before, memberWithAnswers(before, answers, form, body, today))
}

/** The status a new member has: the first of the business's list. */
export async function usualStatus(db: Queries): Promise<string | null> {
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
  const renewed = await acceptRenewal(call, session, who.name)
  const { name } = await businessOf(db)
  const letter = letters.renewed(name, longDate(renewed.until), await renewedType(db, session))
  if (body.NotifyBy !== 'none')
    for (const { to, by } of newsOfRenewal(renewed, body.NotifyBy))
      await writeToApplicant(db, to, name, letter, by)
  return requestDetail(db, who, await readSession(db, who, 'Renewal', session.sessionId))
}

/** Declines a request of either kind; what was paid goes back if that is wished. */
export async function reject(
  call: Call<typeof requestsApi.rejectMembershipRequest | typeof requestsApi.rejectRenewalRequest>,
  kind: FormKind,
): Promise<RequestDetail> {
  const { db, who, body } = call
  if (body.IsRefunded) requireRefunds(call)
  const session = await sessionToDecide(call, kind)
  const isRefunded = body.IsRefunded && (await startRefund(db, session.sessionId, body.NotifyBy))
  await finalise(db, session, { isAccepted: false, by: who.name, note: body.Note })
  const what = kind === 'Registration' ? 'Membership request' : 'Renewal request'
  record(call, what, session, { Decision: 'Rejected', Note: body.Note, Refunded: isRefunded })
  const { name } = await businessOf(db)
  const letter = letters.rejected(name, body.Note, isRefunded)
  await writeToApplicant(db, await recipientOf(db, session), name, letter, body.NotifyBy)
  return requestDetail(db, who, await readSession(db, who, kind, session.sessionId))
}

/** The session, kept from changing; refused if it isn't ready, or has been decided on by somebody else. */
async function sessionToDecide({ db, who, params }: Deciding, kind: FormKind): Promise<Session> {
  await readSession(db, who, kind, params.sessionId)
  const session = await lockSession(db, params.sessionId)
  if (session.finalisedAt)
    throw conflict('request_finalised', `This request has been finalised by ${session.finalisedBy} already.`)
  const decision = decisionOf(session)
  if (!canFinalise({ NextStep: session.nextStep, SubmissionFinalisation: decision }))
    throw conflict('request_not_ready', 'This request is not complete yet.')
  return session
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

function record(call: Deciding, kind: string, session: Session, after: Record<string, unknown>): void {
  call.audit({
    record: { kind, id: session.sessionId, name: session.displayName ?? '' },
    before: { Decision: null },
    after,
  })
}
