import sql from 'sql-template-tag'
import { guessesAtNumber, type patronApi } from '#contract/requests/patron.ts'
import { formPath } from '#contract/requests/request-forms.ts'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { countWithin, forgetWithin, tooManyAttempts } from '#platform/limits'
import { hashOf, newSecret } from '#platform/secrets'
import type { Surroundings } from '#server/payments'
import { findOpenForm, type Form, businessOf, requireOpenForm } from '#server/requests/forms'
import {
  letters,
  writeForStranger,
  type Person,
  personById,
  personByNumber,
  startRenewal,
} from '#server/requests/sessions'

/**
 * Starts the renewal of a member. Number and birth date find one, to be paid for; who comes by a link that was sent to
 * them may see and change their details as well. A wrong guess answers like an unknown number, and is counted.
 */
export async function identifyMember(call: Call<typeof patronApi.identifyMember>) {
  const form = await findOpenForm(call.db, call.params.form, 'Renewal')
  return call.db.asTenant(form.businessId, async (tx) => {
    await requireOpenForm(tx, form)
    if ('Secret' in call.body) {
      const person = await personByLink(tx, form, call.body.Secret)
      return person
        ? started(tx, form, person, { isProven: true })
        : refused('This link is used up. Ask for a new one.')
    }
    const { MembershipNumber, BirthDate } = call.body
    const guess = { limit: guessesAtNumber, subject: `${tx.businessId} ${MembershipNumber}` }
    // In this transaction, which a wrong guess doesn't undo: those who guess at once take turns at the count.
    if (!(await countWithin(tx, guess))) throw tooManyAttempts(guessesAtNumber)
    const person = await personByNumber(tx, MembershipNumber)
    if (person?.birthDate === BirthDate) {
      await forgetWithin(tx, guess)
      return started(tx, form, person, { isProven: false })
    }
    call.miss()
    return refused('The number and the date of birth do not belong together. Check both.')
  })
}

const linkHours = 24

/** Sends a member the link to their renewal, to the contact on file. The answer doesn't tell whether there is one. */
export async function sendRenewalLink(
  call: Call<typeof patronApi.sendRenewalLink>,
  { publicUrl }: Surroundings,
) {
  const form = await findOpenForm(call.db, call.params.form, 'Renewal')
  await call.db.asTenant(form.businessId, async (tx) => {
    await requireOpenForm(tx, form)
    // A change of the contacts ends every link that it finds: it waits until this one is there.
    const person = await personByNumber(tx, call.body.MembershipNumber, { isKept: true })
    if (!person) return
    const secret = newSecret()
    const { name } = await businessOf(tx)
    const link = `${publicUrl()}${formPath('Renewal', form.FormId)}#link=${secret}`
    const letter = letters.renewalLink(name, link)
    if (!(await writeForStranger(tx, person, name, letter, { address: call.origin.address }))) return
    await tx.run(sql`
      insert into renewal_link (business_id, secret_hash, form_id, member_id, expires_at)
      values (${tx.businessId}, ${hashOf(secret)}, ${form.FormId}, ${person.memberId},
        now() + make_interval(hours => ${linkHours}))`)
  })
  return {
    Message:
      'If a member has this number, a link is on its way to the e-mail address or mobile number we have on file.',
  }
}

type LinkedMember = { readonly memberId: string; readonly reminderId: string | null }

/**
 * The member whom a link was sent to. It doesn't end under who uses it: their proof would outlive the contact. Where
 * nothing is to be proven by it, one that has ended tells it as well.
 */
export function memberByLink(
  tx: Transaction,
  form: Form,
  secret: string,
  { isProof }: { isProof: boolean },
): Promise<LinkedMember | null> {
  return tx.maybe<LinkedMember>(sql`
    select member_id as "memberId", reminder_id::text as "reminderId" from renewal_link
    where business_id = ${tx.businessId} and secret_hash = ${hashOf(secret)} and form_id = ${form.FormId}
      and (expires_at > now() or not ${isProof})
    for key share`)
}

async function personByLink(tx: Transaction, form: Form, secret: string): Promise<Person | null> {
  const link = await memberByLink(tx, form, secret, { isProof: true })
  if (!link) return null
  if (link.reminderId !== null)
    await tx.run(sql`
      update renewal_reminder set opened_at = now()
      where business_id = ${tx.businessId} and id = ${link.reminderId} and opened_at is null`)
  return personById(tx, link.memberId)
}

async function started(tx: Transaction, form: Form, person: Person, { isProven }: { isProven: boolean }) {
  const { secret } = await startRenewal(tx, form, person, { isProven })
  return { Secret: secret, Message: '' }
}

function refused(Message: string) {
  return { Secret: null, Message }
}
