import { type cardIssueApi, invitationValueProblem, isSmsOptional } from '#contract/cards/card-issue.ts'
import type { CardProgram } from '#contract/cards/card-programs.ts'
import { messages } from '#contract/messages.ts'
import { inCents } from '#contract/values/decimals.ts'
import { type Call, limitedAct } from '#platform/call'
import { invalid } from '#platform/refusals'
import { type Contact, contactOf, reachedElsewhere, settleContact } from '#server/members/contacts'
import { readableMember, lockMember, readMember } from '#server/members/record'
import { cardInWords, issueCard, noProgram, programsToSend, programToSend } from './issue-card.ts'

const text = messages.cardInvitation

/** What the form for a member's card needs: the member, the programs, and the bounds of the first of them. */
export async function getMemberCardModal({ db, who, params }: Call<typeof cardIssueApi.getMemberCardModal>) {
  const member = await readMember(db, who, params.memberId)
  const programs = await programsToSend(db, params.cardType)
  const first = programs[0] ?? noProgram()
  return {
    Member: readableMember(who, member),
    Minimum: first.MinimumInitialCardValue,
    Maximum: first.MaximumInitialCardValue,
    IsSMSOptional: isSmsOptional(first),
    CardPrograms: programs,
  }
}

type Row = typeof cardIssueApi.issueMemberCard

async function aboutMemberCard({ db, who, params, body }: Call<Row>) {
  const member = await readMember(db, who, params.memberId)
  const program = await programToSend(db, params.cardType, body.CardProgramId)
  const contact = contactOf(member, body.MemberContactDetailsType, body)
  return {
    amount: inCents(body.InitialCardValue),
    memberId: member.id,
    name: `${member.FirstName} ${member.LastName}`,
    details: cardInWords(program, contact),
    // Also for what is on file instead of the contact: what the member has left since isn't put back by who approves.
    standsFor: `${program.CardProgramId} ${(await reachedElsewhere(db, member.id, contact)) ?? ''}`.trim(),
  }
}

/** Sends a member a card, and keeps what was corrected of how they are reached, by those who may. */
export const issueMemberCard = limitedAct<Row>(aboutMemberCard, async (call) => {
  const { db, who, params, body } = call
  const member = await lockMember(db, who, params.memberId)
  const program = await programToSend(db, params.cardType, body.CardProgramId)
  const problem = invitationValueProblem(body.InitialCardValue, program)
  if (problem) throw invalid(problem, { InitialCardValue: problem })
  const contact = contactOf(member, body.MemberContactDetailsType, body)
  const wantsSms = body.SendAppDownloadSMS || !isSmsOptional(program)
  const channels = channelsOf(program, contact, wantsSms)
  const title = 'Correct contact details while sending a card'
  await settleContact(call, title, member, body.MemberContactDetailsType, contact)
  return issueCard(call, {
    program,
    memberId: member.id,
    FirstName: member.PreferredName ?? member.FirstName,
    LastName: member.LastName,
    ...contact,
    InitialCardValue: body.InitialCardValue,
    smsFormat: null,
    channels,
  })
})

/** The ways of the program that lead to this contact; there must be one. */
function channelsOf(
  { DeliveryTypes }: CardProgram,
  contact: Contact,
  wantsSms: boolean,
): ('sms' | 'email')[] {
  const bySms = DeliveryTypes.includes('SMS') && wantsSms
  const byEmail = DeliveryTypes.includes('Email')
  if (bySms && contact.MobileNumber !== null)
    return byEmail && contact.EmailAddress !== null ? ['sms', 'email'] : ['sms']
  if (byEmail && contact.EmailAddress !== null) return ['email']
  throw byEmail
    ? invalid(text.emailRequired, { EmailAddress: text.emailRequired })
    : invalid(text.mobileRequired, { MobileNumber: text.mobileRequired })
}
