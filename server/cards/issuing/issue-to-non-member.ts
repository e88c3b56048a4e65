import { type cardIssueApi, sendValueProblem } from '#contract/cards/card-issue.ts'
import { dayInWords } from '#contract/events/event-times.ts'
import { inCents } from '#contract/values/decimals.ts'
import { type Call, limitedAct } from '#platform/call'
import { invalid } from '#platform/refusals'
import { cardInWords, issueCard, programToSend } from './issue-card.ts'

type Row = typeof cardIssueApi.issueNonMemberCard

async function aboutNonMemberCard({ db, params, body }: Call<Row>) {
  const program = await programToSend(db, params.cardType, body.CardProgramId)
  return {
    amount: inCents(body.InitialCardValue),
    memberId: null,
    name: `${body.FirstName} ${body.LastName}`,
    details: {
      ...cardInWords(program, body),
      'Offer expires': dayInWords(body.OfferExpiryDate),
      ...(body.PlasticExpiryDate && { 'Card expires': dayInWords(body.PlasticExpiryDate) }),
      ...(body.CustomInvitationSMSMessageBodyFormat && {
        'Text message': body.CustomInvitationSMSMessageBodyFormat,
      }),
    },
    standsFor: program.CardProgramId,
  }
}

/** Sends a card to somebody who is no member. */
export const issueNonMemberCard = limitedAct<Row>(aboutNonMemberCard, async (call) => {
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
})
