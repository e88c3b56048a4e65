import { isDeepStrictEqual } from 'node:util'
import sql from 'sql-template-tag'
import { type RequestAnswers, withoutDetails } from '#contract/requests/request-answers.ts'
import { formPath } from '#contract/requests/request-forms.ts'
import { answerErrors, mobileWithCountryCode } from '#contract/requests/request-rules.ts'
import type { Transaction } from '#platform/database'
import { businessDay } from '#platform/days'
import { invalid, Refusal } from '#platform/refusals'
import { type Form, businessOf } from '#server/requests/forms'
import { letters, writeForStranger, isProven, ruleProblem, type Session } from '#server/requests/sessions'

// Whoever mistypes their address gets the link at the right one too, but nobody writes to the whole world from here.
const mostLinks = 3

/** What a link to come back is made of, and the address it was caused from. */
export type WayBack = { readonly secret: string; readonly publicUrl: () => string; readonly address: string }

/** Keeps what was filled in, complete or not. Details of a member are refused to who has not shown that they are theirs. */
export async function saveAnswers(
  tx: Transaction,
  form: Form,
  session: Session,
  answers: RequestAnswers,
  wayBack: WayBack,
): Promise<void> {
  if (!isProven(session) && !isDeepStrictEqual(answers, withoutDetails(answers))) throw proofNeeded()
  if (form.Kind === 'Renewal') {
    const problem = await ruleProblem(tx, form, session, answers.MembershipType)
    if (problem) throw invalid(problem.said, { MembershipType: problem.said })
  }
  const { FirstName, LastName, EmailAddress, MobileNumber } = answers
  const typedName = [FirstName, LastName].filter(Boolean).join(' ')
  // A member who renews has a name already, and contacts that stay where they leave them empty.
  const isNew = form.Kind === 'Registration'
  const name = (isNew && typedName) || session.displayName
  const email = EmailAddress ?? (isNew ? null : session.email)
  const mobile = MobileNumber ? mobileWithCountryCode(MobileNumber) : isNew ? null : session.mobile
  await tx.run(sql`
    update request_session set answers = ${answers}::jsonb, display_name = ${name}, email = ${email}, mobile = ${mobile}
    where business_id = ${tx.businessId} and session_id = ${session.sessionId}`)
  const isNewAddress = EmailAddress !== null && EmailAddress !== session.linkSentTo
  const errors = answerErrors(form, answers, await businessDay(tx))
  if (isNew && isNewAddress && !errors.EmailAddress) await sendLink(tx, form, session, EmailAddress, wayBack)
}

/** Sends the link to come back to an address as it was typed. It may be anybody's: nothing else that was typed is in it. */
async function sendLink(
  tx: Transaction,
  form: Form,
  { sessionId }: Session,
  email: string,
  { secret, publicUrl, address }: WayBack,
): Promise<void> {
  const isLeft = await tx.run(sql`
    update request_session set links_sent = links_sent + 1
    where business_id = ${tx.businessId} and session_id = ${sessionId} and links_sent < ${mostLinks}`)
  if (!isLeft) return
  const { name } = await businessOf(tx)
  const letter = letters.comeBack(name, `${publicUrl()}${formPath(form.Kind, form.FormId)}#${secret}`)
  if (!(await writeForStranger(tx, { email, mobile: null }, name, letter, { address }))) return
  await tx.run(sql`
    update request_session set link_sent_to = ${email}
    where business_id = ${tx.businessId} and session_id = ${sessionId}`)
}

function proofNeeded(): Refusal {
  return new Refusal(
    403,
    'proof_needed',
    'To change your details, enter the code that we send to the contact we have on file.',
  )
}
