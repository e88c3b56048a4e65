import sql from 'sql-template-tag'
import { RequestAnswers } from '#contract/requests/request-answers.ts'
import type { Transaction } from '#platform/database'
import { hashOf, newSecret } from '#platform/secrets'
import type { Form } from '#server/requests/forms'
import { typeOfferedAgain, type Person } from './contact-on-file.ts'
import { addStep } from './session-record.ts'

/** A session that has begun, and the secret that opens it, which nobody keeps. */
type Started = { readonly sessionId: string; readonly secret: string }

/** Who of the staff starts it at the desk for somebody; nobody where people come by themselves. */
type AtDesk = { readonly startedBy?: string }

/** Starts an application, without any answer yet. */
export async function startRegistration(
  tx: Transaction,
  form: Form,
  { startedBy }: AtDesk = {},
): Promise<Started> {
  const secret = newSecret()
  const answers = RequestAnswers.parse({})
  const { sessionId } = await tx.one<{ sessionId: string }>(sql`
    insert into request_session (business_id, form_id, kind, venue_no, secret_hash, answers, started_by)
    values (${tx.businessId}, ${form.FormId}, ${form.Kind}, ${form.VenueNo}, ${hashOf(secret)}, ${answers}::jsonb,
      ${startedBy ?? null})
    returning session_id as "sessionId"`)
  await addStep(tx, sessionId, 'User Started', startedBy ? atTheDesk : null, startedBy)
  return { sessionId, secret }
}

/** Starts the renewal of a member. Who isn't proven sees and changes nothing of what is kept. */
export async function startRenewal(
  tx: Transaction,
  form: Form,
  person: Person,
  { isProven, startedBy }: AtDesk & { isProven: boolean },
): Promise<Started> {
  const secret = newSecret()
  // Which membership one has is for oneself to see.
  const answers = RequestAnswers.parse({ MembershipType: isProven ? typeOfferedAgain(form, person) : null })
  const { sessionId } = await tx.one<{ sessionId: string }>(sql`
    insert into request_session (business_id, form_id, kind, venue_no, secret_hash, answers, member_id, display_name, email,
      mobile, proven_at, started_by)
    values (${tx.businessId}, ${form.FormId}, 'Renewal', ${person.venueNo}, ${hashOf(secret)}, ${answers}::jsonb,
      ${person.memberId}, ${`${person.firstName} ${person.lastName}`}, ${person.email}, ${person.mobile},
      case when ${isProven}::boolean then now() end, ${startedBy ?? null})
    returning session_id as "sessionId"`)
  await addStep(tx, sessionId, 'User Started', startedBy ? `${atTheDesk} ${identified}` : null, startedBy)
  return { sessionId, secret }
}

const atTheDesk = 'At the desk.'
const identified = 'Staff have identified the member.'
