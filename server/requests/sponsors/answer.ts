import sql from 'sql-template-tag'
import type { Sponsorship, sponsorsApi } from '#contract/requests/sponsors.ts'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { conflict, notFound } from '#platform/refusals'
import { hashOf } from '#platform/secrets'
import { clubOf } from '#server/business'
import { findForm, type Form } from '#server/requests/forms'
import { addStep, goOn, lockSession, type Session } from '#server/requests/sessions'
import { shownApplicantName } from './sponsors.ts'

type Asked = {
  readonly session: Session
  readonly role: Sponsorship['Role']
  readonly name: string
  readonly isConfirmed: boolean | null
  readonly isExpired: boolean
}

/** What a link asks, and how it stands. */
export async function describeSponsorship(call: Call<typeof sponsorsApi.describeSponsorship>) {
  const form = await findForm(call.db, call.params.form)
  return call.db.asTenant(form.businessId, async (tx) =>
    sponsorshipOf(tx, await askedBy(tx, form, call.body.Secret)),
  )
}

/** Takes the answer of a member, once. A request that waited for nothing else goes on. */
export async function answerSponsorship(call: Call<typeof sponsorsApi.answerSponsorship>) {
  const form = await findForm(call.db, call.params.form)
  const { Secret, IsConfirmed } = call.body
  return call.db.asTenant(form.businessId, async (tx) => {
    const asked = await askedBy(tx, form, Secret)
    if (stateOf(asked) !== 'Open')
      throw conflict('sponsorship_over', 'This has been answered or decided already.')
    const { session, role, name } = asked
    await tx.run(sql`
      update request_sponsor set answered_at = now(), is_confirmed = ${IsConfirmed}
      where business_id = ${tx.businessId} and session_id = ${session.sessionId} and role = ${role}`)
    await addStep(tx, session.sessionId, `${role} ${IsConfirmed ? 'confirmed' : 'declined'}`, null, name)
    if (IsConfirmed && session.nextStep === 'User Completed') await goOn(tx, form, session)
    return sponsorshipOf(tx, { ...asked, isConfirmed: IsConfirmed })
  })
}

/** Under the session's lock: of two who answer at once the second finds it answered. */
async function askedBy(tx: Transaction, form: Form, secret: string): Promise<Asked> {
  const found = await tx.maybe<{ sessionId: string; role: Asked['role'] }>(sql`
    select r.session_id as "sessionId", r.role from request_sponsor r
    join request_session s on s.business_id = r.business_id and s.session_id = r.session_id
    where r.business_id = ${tx.businessId} and r.secret_hash = ${hashOf(secret)} and s.form_id = ${form.FormId}
      and s.deleted_at is null`)
  if (!found) throw notFound('The question')
  const session = await lockSession(tx, found.sessionId)
  const row = await tx.one<Pick<Asked, 'isConfirmed' | 'isExpired' | 'name'>>(sql`
    select r.is_confirmed as "isConfirmed", r.expires_at < now() as "isExpired",
      concat_ws(' ', m.first_name, m.last_name) as name
    from request_sponsor r join member m on m.business_id = r.business_id and m.member_id = r.member_id
    where r.business_id = ${tx.businessId} and r.session_id = ${found.sessionId} and r.role = ${found.role}`)
  return { session, role: found.role, ...row }
}

function stateOf({ session, isConfirmed, isExpired }: Asked): Sponsorship['State'] {
  if (isConfirmed !== null) return isConfirmed ? 'Confirmed' : 'Declined'
  return session.finalisedAt !== null || isExpired ? 'Over' : 'Open'
}

async function sponsorshipOf(tx: Transaction, asked: Asked): Promise<Sponsorship> {
  return {
    ...(await clubOf(tx)),
    Role: asked.role,
    ApplicantName: shownApplicantName(asked.session),
    State: stateOf(asked),
  }
}
