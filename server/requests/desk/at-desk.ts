import type { deskApi } from '#contract/requests/desk.ts'
import { type FormKind, formPath } from '#contract/requests/request-forms.ts'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { notFound } from '#platform/refusals'
import { readMember } from '#server/members/record'
import type { Surroundings } from '#server/payments'
import { type Form, readForm, requireOpenForm } from '#server/requests/forms'
import { personById, startRegistration, startRenewal } from '#server/requests/sessions'

type AtDesk = Promise<{ Url: string }>

/** Starts an application that somebody of the staff fills in with whoever stands before them. */
export async function applyAtDesk(
  call: Call<typeof deskApi.applyAtDesk>,
  { publicUrl }: Surroundings,
): AtDesk {
  const { db, who, params } = call
  const form = await openForm(db, params.formId, 'Registration')
  // What comes of it is seen by those of the form's venue.
  if (who.venues !== null && !who.venues.includes(form.VenueNo ?? '')) throw notFound('The form')
  const { sessionId, secret } = await startRegistration(db, form, { startedBy: who.name })
  call.audit({
    record: { kind: 'Membership request', id: sessionId, name: form.DisplayName },
    after: { 'Started at the desk': true },
  })
  return { Url: urlOf(publicUrl(), form, secret) }
}

/** Starts the renewal of a member whom the staff have before them: they needn't show by a code who they are. */
export async function renewAtDesk(
  call: Call<typeof deskApi.renewAtDesk>,
  { publicUrl }: Surroundings,
): AtDesk {
  const { db, who, params, body } = call
  const member = await readMember(db, who, params.memberId)
  const form = await openForm(db, body.FormId, 'Renewal')
  const person = await personById(db, member.id)
  if (!person) throw notFound('The member')
  const { sessionId, secret } = await startRenewal(db, form, person, { isProven: true, startedBy: who.name })
  call.audit({
    record: { kind: 'Renewal request', id: sessionId, name: `${person.firstName} ${person.lastName}` },
    after: { 'Started at the desk': true, Form: form.DisplayName },
  })
  return { Url: urlOf(publicUrl(), form, secret) }
}

async function openForm(db: Transaction, formId: string, kind: FormKind): Promise<Form> {
  const form = await readForm(db, formId)
  if (form.Kind !== kind) throw notFound('The form')
  await requireOpenForm(db, form)
  return form
}

// The secret stands where no server sees it.
function urlOf(publicUrl: string, form: Form, secret: string): string {
  return `${publicUrl}${formPath(form.Kind, form.FormId)}#${secret}`
}
