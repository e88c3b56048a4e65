import sql from 'sql-template-tag'
import type { patronApi, PatronSession } from '#contract/requests/patron.ts'
import { isUpload, keptAnswers, shownQuestions } from '#contract/requests/question-rules.ts'
import type { RequestAnswers } from '#contract/requests/request-answers.ts'
import { answerErrors, askingNoDetails, type Price, priceOf } from '#contract/requests/request-rules.ts'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { businessDay } from '#platform/days'
import { startJob } from '#platform/jobs'
import { conflict, invalid } from '#platform/refusals'
import { hashOf } from '#platform/secrets'
import type { PaymentPayload, Surroundings } from '#server/payments'
import {
  chargedForm,
  findForm,
  findOpenForm,
  type Form,
  requireOpenForm,
  typeName,
} from '#server/requests/forms'
import {
  checkPaymentTask,
  keepPrice,
  owingOf,
  type Payment,
  paymentsOf,
  requestPayment,
} from '#server/requests/payments'
import {
  answersOnFile,
  advance,
  answersOf,
  isProven,
  passCodeOf,
  ruleProblem,
  type Session,
  sessionBySecret,
  startRegistration,
  completeSubmission,
} from '#server/requests/sessions'
import { nameSponsors } from '#server/requests/sponsors'
import { filesOf, forgetFiles } from '#server/requests/uploads'
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
    patronSession(tx, form, await sessionBySecret(tx, form.FormId, call.body.Secret), call.body.Secret),
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
    return patronSession(tx, form, await sessionBySecret(tx, form.FormId, Secret), Secret)
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
      await submit(tx, form, session, {
        secret: Secret,
        address: call.origin.address,
        seen: call.body,
        ...surroundings,
      })
    if (session.nextStep === 'Payment Required') await payAgain(tx, form, session, surroundings)
    return patronSession(tx, form, await sessionBySecret(tx, form.FormId, Secret), Secret)
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
    return patronSession(tx, form, session, call.body.Secret)
  })
}

function wayBack({ origin }: Pick<Call, 'origin'>, { publicUrl }: Surroundings, secret: string): WayBack {
  return { secret, publicUrl, address: origin.address }
}

type Submitting = Surroundings & {
  readonly secret: string
  readonly address: string
  /** What the page has shown; a former one doesn't say. */
  readonly seen: { readonly Revision?: number | undefined; readonly Total?: number | undefined }
}

async function submit(
  tx: Transaction,
  form: Form,
  session: Session,
  { secret, address, seen, ...surroundings }: Submitting,
): Promise<void> {
  await requireOpenForm(tx, form)
  const answers = await answersToSend(tx, form, session)
  const rules = isProven(session) ? form : askingNoDetails(form)
  const onFile = await answersOnFile(tx, form, session)
  const errors = answerErrors(rules, answers, await businessDay(tx), onFile, await ownNumber(tx, session))
  const [first] = Object.values(errors)
  if (first) throw invalid(first, errors)
  await requireByRules(tx, form, session)
  const type = await typeName(tx, answers.MembershipType)
  const charged = withName(await chargedForm(tx, form), answers.MembershipType, type)
  const { lines, ...price } = priceOf(charged, answers)
  const isAsSeen =
    (seen.Revision ?? form.Revision) === form.Revision && (seen.Total ?? price.total) === price.total
  if (!isAsSeen)
    throw conflict('form_changed', 'This form has changed meanwhile: look at it again, then send it.')
  const [, ...items] = lines.map(({ Description }) => Description)
  await tx.run(sql`
    update request_session set submitted_at = now(), answers = ${answers}::jsonb, fee_description = ${type},
      fee_items = ${items}, questions = ${JSON.stringify(shownQuestions(form.Questions, answers))}::jsonb,
      price_lines = ${JSON.stringify(lines)}::jsonb, proven_at = ${session.provenAt},
      pass_code_hash = ${form.PassConfigurationId && hashOf(passCodeOf(secret))}
    where business_id = ${tx.businessId} and session_id = ${session.sessionId}`)
  await nameSponsors(tx, form, { ...session, answers })
  if (price.total === 0) return completeSubmission(tx, session, { address })
  await keepPrice(tx, session, price)
  await advance(tx, session.sessionId, 'Payment Required')
  await askToPay(tx, { ...session, feeDescription: type, feeItems: items }, price, surroundings)
}

/**
 * What was answered to what is asked: the rest is dropped, and erased where it is a file. A file answers its question by
 * being there: the one before is gone, whether or not its page has heard of the new one.
 */
async function answersToSend(tx: Transaction, form: Form, session: Session): Promise<RequestAnswers> {
  const answers = answersOf(session)
  const uploads = new Set(form.Questions.filter(({ Kind }) => isUpload(Kind)).map(({ Id }) => Id))
  const added = await filesOf(tx, session.sessionId)
  const given = Object.fromEntries([
    ...Object.entries(answers.Questions).filter(([id]) => !uploads.has(id)),
    ...added
      .filter(({ QuestionId }) => uploads.has(QuestionId))
      .map((file) => [file.QuestionId, file.FileId]),
  ])
  const Questions = keptAnswers(form.Questions, { ...answers, Questions: given })
  await forgetFiles(
    tx,
    session.sessionId,
    Object.values(Questions).filter((value) => typeof value === 'string'),
  )
  return { ...answers, Questions: Questions as RequestAnswers['Questions'] }
}

async function ownNumber(tx: Transaction, { memberId }: Session): Promise<string | null> {
  const own = await tx.maybe<{ number: string | null }>(sql`
    select membership_number as number from member
    where business_id = ${tx.businessId} and member_id = ${memberId}`)
  return own?.number ?? null
}

/** The form with the name that people read for the chosen type, for the lines of its price. */
function withName(form: Form, key: string | null, name: string | null) {
  const MembershipTypes = form.MembershipTypes.map((type) =>
    type.Key === key ? { ...type, Description: name ?? type.Key } : type,
  )
  return { ...form, MembershipTypes }
}

/** Asks once more for what is left of what was asked for at first, whatever the form costs by now. */
async function payAgain(tx: Transaction, form: Form, session: Session, surroundings: Surroundings) {
  const earlier = await paymentsOf(tx, session.sessionId)
  if (earlier.some(({ state }) => state === 'Opening' || state === 'Open')) return
  const owing = await owingOf(tx, session.sessionId)
  if (owing.cents === 0) return
  // The payment is a new one: nobody pays for what isn't to be had by now.
  await requireOpenForm(tx, form)
  await requireByRules(tx, form, session)
  await askToPay(tx, session, { total: owing.cents, tax: owing.tax }, surroundings)
}

async function requireByRules(tx: Transaction, form: Form, session: Session): Promise<void> {
  const problem = await ruleProblem(tx, form, session)
  if (problem) throw invalid(problem.said, { MembershipType: problem.said })
}

/** Where nobody takes payments online it waits for the desk. */
async function askToPay(
  tx: Transaction,
  session: Session,
  price: Price,
  { payments }: Surroundings,
): Promise<void> {
  if (payments) await requestPayment(tx, session, payments.provider, price)
}

function isOpen({ state }: Payment): boolean {
  return state === 'Open'
}
