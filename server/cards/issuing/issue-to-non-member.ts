import { type cardIssueApi, sendValueProblem } from '#contract/cards/card-issue.ts'
import type { CardDetail } from '#contract/cards/cards.ts'
import type { Call } from '#platform/call'
import { invalid } from '#platform/refusals'
import { issueCard, programToSend } from './issue-card.ts'

/** Sends a card to somebody who is no member. */
export async function issueNonMemberCard(
  call: Call<typeof cardIssueApi.issueNonMemberCard>,
): Promise<CardDetail> {
  const { db, params, body } = call
  const { CardProgramId, CustomInvitationSMSMessageBodyFormat: smsFormat, ...person } = body
  const program = await programToSend(db, params.cardType, CardProgramId)
  const problem = sendValueProblem(person.InitialCardValue, program)
  if (problem) throw invalid(problem, { InitialCardValue: problem })
  const channels = [
    program.DeliveryTypes.includes('SMS') && ('sms' as const),
    program.DeliveryTypes.includes('Email') && ('email' as const),
  ].filter((channel) => channel !== false)
  return issueCard(call, { ...person, program, memberId: null, smsFormat: smsFormat || null, channels })
}
