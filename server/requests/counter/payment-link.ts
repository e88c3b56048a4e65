import sql from 'sql-template-tag'
import type { counterApi } from '#contract/payments/counter.ts'
import { paymentWords as words } from '#contract/payments/payment-words.ts'
import { formPath } from '#contract/requests/request-forms.ts'
import type { RequestDetail } from '#contract/requests/requests.ts'
import { moneyText } from '#contract/values/decimals.ts'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { conflict } from '#platform/refusals'
import { hashOf, newSecret } from '#platform/secrets'
import type { Surroundings } from '#server/payments'
import { businessOf, readForm, requireOpenForm } from '#server/requests/forms'
import { paymentsOf } from '#server/requests/payments'
import {
  addStep,
  passCodeOf,
  recipientOfRequest,
  ruleProblem,
  type Session,
  writeToApplicant,
} from '#server/requests/sessions'
import { owingSession } from './counter.ts'
import { detailOf, recordMoney } from './session-of.ts'

const mostADay = 5

/** Sends the way to pay again to whoever has lost it, at the contact that is on file or was given. */
export async function sendPaymentLink(
  call: Call<typeof counterApi.sendPaymentLink>,
  { publicUrl, payments }: Surroundings,
): Promise<RequestDetail> {
  const { db, who, params, body } = call
  const { session, owing } = await owingSession(call, params.sessionId)
  // Asked only of a request that there is: whose it isn't is told nothing else.
  if (!payments) throw conflict('payments_unavailable', words.notOnline)
  const recipient = await recipientOfRequest(db, session)
  if (!(body.By === 'email' ? recipient.email : recipient.mobile))
    throw conflict('no_contact', words.noContact[body.By])
  await requireOnOffer(db, session)
  const secret = await newLink(db, session)
  const { name } = await businessOf(db)
  const link = `${publicUrl()}${formPath(session.kind, session.formId)}#${secret}`
  await writeToApplicant(db, recipient, name, letterWith(name, link, moneyText(owing.cents / 100)), body.By)
  const way = body.By === 'email' ? 'by e-mail' : 'by SMS'
  await addStep(db, session.sessionId, 'Payment link sent', `Sent again ${way}`, who.name)
  recordMoney(call, session, { 'Payment link': `Sent again ${way}` })
  return detailOf(call, session)
}

/** Refuses a link to what can't be paid any more: a new payment is asked the same as the first, while an open one goes on. */
async function requireOnOffer(tx: Transaction, session: Session): Promise<void> {
  const isOpen = (await paymentsOf(tx, session.sessionId)).some(
    ({ state }) => state === 'Opening' || state === 'Open',
  )
  if (isOpen) return
  const form = await readForm(tx, session.formId)
  await requireOpenForm(tx, form)
  const problem = await ruleProblem(tx, form, session)
  if (problem) throw conflict('not_on_offer', problem.told)
}

/** A secret beside the applicant's own, which nobody has in clear: a link that was sent before goes on working. */
async function newLink(tx: Transaction, { sessionId }: Session): Promise<string> {
  const { sent } = await tx.one<{ sent: number }>(sql`
    select count(*) as sent from request_link
    where business_id = ${tx.businessId} and session_id = ${sessionId} and sent_at > now() - interval '1 day'`)
  if (sent >= mostADay) throw conflict('too_many_links', words.linksUsedUp)
  const secret = newSecret()
  await tx.run(sql`
    insert into request_link (business_id, secret_hash, session_id, expires_at)
    values (${tx.businessId}, ${hashOf(secret)}, ${sessionId}, now() + interval '30 days')`)
  // The digital card that may come with it is found by whoever has the last link: the others are lost.
  await tx.run(sql`
    update request_session set pass_code_hash = ${hashOf(passCodeOf(secret))}
    where business_id = ${tx.businessId} and session_id = ${sessionId} and pass_code_hash is not null`)
  return secret
}

function letterWith(businessName: string, link: string, amount: string) {
  return {
    kind: 'payment link',
    lane: 'at_once',
    subject: `Pay for your request to ${businessName}`,
    paragraphs: [
      `Your request has arrived. ${amount} is still to be paid; here is where:`,
      link,
      'The link works for 30 days. Keep it to yourself: who has it sees what you filled in.',
    ],
    sms: `${amount} is still to be paid for your request: ${link}`,
    secret: link,
  } as const
}
