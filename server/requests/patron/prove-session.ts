import { randomInt } from 'node:crypto'
import sql from 'sql-template-tag'
import type { patronApi, PatronSession } from '#contract/requests/patron.ts'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { conflict, invalid, notFound, Refusal } from '#platform/refusals'
import { hashOf } from '#platform/secrets'
import { findForm, type Form, businessOf } from '#server/requests/forms'
import {
  letters,
  writeForStranger,
  maskedContacts,
  typeOfferedAgain,
  personById,
  addStep,
  codeEntered,
  isProven,
  type Session,
  sessionBySecret,
} from '#server/requests/sessions'
import { patronSession } from './patron-view.ts'

type Proving = { readonly params: { sessionId: string }; readonly body: { Secret: string } }

const codeMinutes = 10

/** Sends a member a code to the contact on file that they choose. One that was sent before works no more. */
export async function sendRenewalCode(call: Call<typeof patronApi.sendRenewalCode>) {
  const form = await findForm(call.db, call.params.form)
  return call.db.asTenant(form.businessId, async (tx) => {
    const { sessionId, memberId } = await renewalOf(tx, form, call)
    const person = await personById(tx, memberId)
    const by = call.body.By
    const contact = person && maskedContacts(person).find(({ By }) => By === by)
    if (!contact) throw conflict('no_contact_on_file', 'We have nothing on file to send a code to that way.')
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const { name } = await businessOf(tx)
    const letter = letters.renewalCode(name, code)
    if (!(await writeForStranger(tx, person, name, letter, { by, address: call.origin.address })))
      throw tooManyMessages()
    await tx.run(sql`
      update request_session set code_hash = ${codeHash(call.body.Secret, code)},
        code_expires_at = now() + make_interval(mins => ${codeMinutes})
      where business_id = ${tx.businessId} and session_id = ${sessionId}`)
    return { Message: `A code is on its way to ${contact.Masked}. It works for ${codeMinutes} minutes.` }
  })
}

/** Takes the code that was sent for the member's word that it is them, from now on and for this session. */
export async function proveSession(call: Call<typeof patronApi.proveSession>): Promise<PatronSession> {
  const form = await findForm(call.db, call.params.form)
  const { Secret, Code } = call.body
  return call.db.asTenant(form.businessId, async (tx) => {
    const session = await renewalOf(tx, form, call)
    const { sessionId, memberId } = session
    // Entered again, as its answer got lost on the way: it was right, and is no guess.
    if (isProven(session)) return patronSession(tx, form, session, Secret)
    const isRight = await tx.run(sql`
      update request_session set proven_at = now(), code_hash = null
      where business_id = ${tx.businessId} and session_id = ${sessionId} and code_expires_at > now()
        and code_hash = ${codeHash(Secret, Code)}`)
    if (!isRight) {
      call.miss()
      const sentence = 'This code is not right, or too old. Check it, or have another one sent.'
      throw invalid(sentence, { Code: sentence })
    }
    await addStep(tx, sessionId, codeEntered)
    await chooseOwnType(tx, form, sessionId, memberId)
    return patronSession(tx, form, await sessionBySecret(tx, form.FormId, Secret), Secret)
  })
}

/** Begins with the membership one has, where none was chosen yet: from now on that is for oneself to see. */
async function chooseOwnType(
  tx: Transaction,
  form: Form,
  sessionId: string,
  memberId: string | null,
): Promise<void> {
  const own = typeOfferedAgain(form, await personById(tx, memberId))
  if (own)
    await tx.run(sql`
      update request_session set answers = answers || jsonb_build_object('MembershipType', ${own}::text)
      where business_id = ${tx.businessId} and session_id = ${sessionId} and answers ->> 'MembershipType' is null`)
}

/** The renewal that is to be proven: the secret opens it, and guesses are counted by its id. */
async function renewalOf(tx: Transaction, form: Form, { params, body }: Proving): Promise<Session> {
  const session = await sessionBySecret(tx, form.FormId, body.Secret, { isLocked: true })
  if (session.kind !== 'Renewal' || session.sessionId !== params.sessionId) throw notFound('What you started')
  return session
}

// Six digits are soon tried through: without the session's secret, which nobody keeps, their hash tells nothing.
function codeHash(secret: string, code: string): Buffer {
  return hashOf(`${secret} ${code}`)
}

function tooManyMessages(): Refusal {
  return new Refusal(
    429,
    'too_many_messages',
    'We have written to you several times already. Look for the last message, or try again later.',
  )
}
