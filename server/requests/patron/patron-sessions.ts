import sql from 'sql-template-tag'
import type { patronApi, PatronSession } from '#contract/requests/patron.ts'
import { answerErrors, askingNoDetails, type Price, priceOf } from '#contract/requests/request-rules.ts'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { businessDay } from '#platform/days'
import { startJob } from '#platform/jobs'
import { conflict, invalid } from '#platform/refusals'
import type { Surroundings } from '#server/payments'
import {
  findForm,
  findOpenForm,
  type Form,
  itemNames,
  requireOpenForm,
  typeName,
} from '#server/requests/forms'
import {
  checkPaymentTask,
  type Payment,
  type PaymentPayload,
  paymentsOf,
  requestPayment,
} from '#server/requests/payments'
import {
  answersOnFile,
  advance,
  answersOf,
  isProven,
  type Session,
  sessionBySecret,
  startRegistration,
  completeSubmission,
} from '#server/requests/sessions'
import { patronSession } from './patron-view.ts'
import { saveAnswers, type WayBack } from './save-answers.ts'

/** Starts an application with the first answers; who has the secret can go on with it. */
export async function startApplication(
  call: Call<typeof patronApi.startApplication>,
  surroundings: Surroundings,
) {
  const form = await findOpenForm(call.db, call.params.form, 'Registration')
  return call.db.asTenant(form.businessId, async (tx) => {
    await requireOpenForm(tx, form)
    const { secret } = await startRegistration(tx, form)
    const session = await sessionBySecret(tx, form.FormId, secret)
    await saveAnswers(tx, form, session, call.body.Answers, wayBack(call, surroundings, secret))
    return { Secret: secret, Message: '' }
  })
}

/** The session behind a secret, as its page shows it. */
export async function openSession(call: Call<typeof patronApi.openSession>): Promise<PatronSession> {
  const form = await findForm(call.db, call.params.form)
  return call.db.asTenant(form.businessId, async (tx) =>
    patronSession(tx, form, await sessionBySecret(tx, form.FormId, call.body.Secret)),
  )
}

/** Saves what was filled in so far, complete or not. */
export async function saveSession(
  call: Call<typeof patronApi.saveSession>,
  surroundings: Surroundings,
): Promise<PatronSession> {
  const form = await findForm(call.db, call.params.form)
  const { Secret, Answers } = call.body
  return call.db.asTenant(form.businessId, async (tx) => {
    const session = await sessionBySecret(tx, form.FormId, Secret, { isLocked: true })
    if (session.nextStep !== 'User Started')
      throw conflict('session_submitted', 'This has been submitted already and can not be changed any more.')
    await saveAnswers(tx, form, session, Answers, wayBack(call, surroundings, Secret))
    return patronSession(tx, form, await sessionBySecret(tx, form.FormId, Secret))
  })
}

/** Submits what was filled in, to be paid if there is something to pay. Submitted again it stays as it is. */
export async function submitSession(
  call: Call<typeof patronApi.submitSession>,
  surroundings: Surroundings,
): Promise<PatronSession> {
  const form = await findForm(call.db, call.params.form)
  const { Secret } = call.body
  return call.db.asTenant(form.businessId, async (tx) => {
    const session = await sessionBySecret(tx, form.FormId, Secret, { isLocked: true })
    if (session.nextStep === 'User Started')
      await submit(tx, form, session, call.origin.address, surroundings)
    if (session.nextStep === 'Payment Required') await payAgain(tx, form, session, surroundings)
    return patronSession(tx, form, await sessionBySecret(tx, form.FormId, Secret))
  })
}

/** Has the provider asked how the payment stands, where its own notice is slow. */
export async function checkPayment(call: Call<typeof patronApi.checkPayment>): Promise<PatronSession> {
  const form = await findForm(call.db, call.params.form)
  return call.db.asTenant(form.businessId, async (tx) => {
    const session = await sessionBySecret(tx, form.FormId, call.body.Secret)
    for (const { paymentId } of (await paymentsOf(tx, session.sessionId)).filter(isOpen)) {
      const payload: PaymentPayload = { businessId: tx.businessId, paymentId }
      await startJob(tx, checkPaymentTask, payload, { key: `${checkPaymentTask} ${paymentId}` })
    }
    return patronSession(tx, form, session)
  })
}

function wayBack({ origin }: Pick<Call, 'origin'>, { publicUrl }: Surroundings, secret: string): WayBack {
  return { secret, publicUrl, address: origin.address }
}

async function submit(
  tx: Transaction,
  form: Form,
  session: Session,
  address: string,
  surroundings: Surroundings,
): Promise<void> {
  await requireOpenForm(tx, form)
  const answers = answersOf(session)
  const rules = isProven(session) ? form : askingNoDetails(form)
  const errors = answerErrors(rules, answers, await businessDay(tx), await answersOnFile(tx, form, session))
  const [first] = Object.values(errors)
  if (first) throw invalid(first, errors)
  const description = await typeName(tx, answers.MembershipType)
  const items = itemNames(form, answers.FeeItems)
  await tx.run(sql`
    update request_session set submitted_at = now(), answers = ${answers}::jsonb, fee_description = ${description},
      fee_items = ${items}
    where business_id = ${tx.businessId} and session_id = ${session.sessionId}`)
  const price = priceOf(form, answers)
  if (price.total === 0) return completeSubmission(tx, session, { address })
  await advance(tx, session.sessionId, 'Payment Required')
  await askToPay(tx, session, { ...price, description: [description, ...items].join(', ') }, surroundings)
}

/** Asks once more for what was asked for at first, whatever the form costs by now. */
async function payAgain(tx: Transaction, form: Form, session: Session, surroundings: Surroundings) {
  const earlier = await paymentsOf(tx, session.sessionId)
  const last = earlier.at(-1)
  if (!last || !earlier.every(isOver)) return
  // The payment is a new one: nobody pays for what isn't to be had by now.
  await requireOpenForm(tx, form)
  const { amountCents: total, taxCents: tax, description } = last
  await askToPay(tx, session, { total, tax, description }, surroundings)
}

async function askToPay(
  tx: Transaction,
  session: Session,
  price: Price & { description: string },
  { payments }: Surroundings,
): Promise<void> {
  if (!payments)
    throw conflict(
      'payments_unavailable',
      'Payments can not be taken online at the moment. Please contact us.',
    )
  await requestPayment(tx, session, payments.provider, price)
}

/** What was given back, before somebody put the request back, is to be paid anew. */
function isOver({ state }: Payment): boolean {
  return state === 'Expired' || state === 'Refunded'
}

function isOpen({ state }: Payment): boolean {
  return state === 'Open'
}
