import sql from 'sql-template-tag'
import { waitWords } from '#contract/requests/renewal-doubts.ts'
import type { RequestDetail } from '#contract/requests/requests.ts'
import type { reviewApi } from '#contract/requests/review.ts'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { conflict } from '#platform/refusals'
import { keepAccess } from '#server/access'
import { businessOf } from '#server/requests/forms'
import { owingOf, paymentsOf } from '#server/requests/payments'
import {
  addStep,
  advance,
  letters,
  lockReadableSession,
  putBackStep,
  readSession,
  recipientOfRequest,
  type Session,
  writeToApplicant,
} from '#server/requests/sessions'
import { giveBackRequests } from './give-back.ts'
import { recordKind, requestDetail } from './request-page.ts'

/** Has a rejected request decided on anew; what was given back is owed again, and what was never paid still. */
export async function putRequestBack(call: Call<typeof reviewApi.putRequestBack>): Promise<RequestDetail> {
  const { db, who, params, body } = call
  await keepAccess(db)
  const session = await lockReadableSession(db, who, params.sessionId)
  requireRejected(session)
  const owing = await owingWhenBack(db, session)
  await db.run(sql`
    update request_session s set finalised_at = null, finalised_by = null, is_accepted = null, rejection_note = null,
      rejection_reason = null,
      -- Somebody decides on it anew: it isn't carried out by itself.
      waits_because = coalesce(s.waits_because, ${waitWords.putBack}), proven_at = case when not ${hasProofEnded} then s.proven_at end
    where s.business_id = ${db.businessId} and s.session_id = ${session.sessionId}`)
  await addStep(db, session.sessionId, putBackStep, body.Reason, who.name)
  await advance(db, session.sessionId, owing === 'nothing' ? 'User Completed' : 'Payment Required')
  call.audit({
    record: { kind: recordKind(session), id: session.sessionId, name: session.displayName ?? '' },
    before: { Decision: 'Rejected' },
    after: { Decision: null, 'Put back because': body.Reason },
  })
  // Who had it may have left since it was decided on.
  await giveBackRequests(call, session.sessionId)
  const { name } = await businessOf(db)
  const letter = letters.takenUpAgain(name, owing)
  await writeToApplicant(db, await recipientOfRequest(db, session), name, letter, body.NotifyBy)
  return requestDetail(db, who, await readSession(db, who, session.kind, session.sessionId))
}

function requireRejected({ isAccepted }: Session): void {
  if (isAccepted === null) throw conflict('request_not_rejected', 'This request has not been rejected.')
  if (isAccepted)
    throw conflict(
      'request_accepted',
      'An accepted request can not be put back: the member is there. Change or delete the member instead.',
    )
}

/** Whether something is to be paid then. While it is on its way back nobody knows what will be owed. */
async function owingWhenBack(
  db: Transaction,
  { sessionId }: Session,
): Promise<'nothing' | 'again' | 'still'> {
  const states = (await paymentsOf(db, sessionId)).map(({ state }) => state)
  if (states.includes('Refunding') || states.includes('RefundFailed'))
    throw conflict('refund_under_way', 'What was paid is being given back: put it back once that is settled.')
  if ((await owingOf(db, sessionId)).cents === 0) return 'nothing'
  return states.includes('Refunded') ? 'again' : 'still'
}

// A proof of a session `s` that is decided on outlives what would have ended it: other contacts, or another member.
const hasProofEnded = sql`(
  exists (select from contact_change c where c.business_id = s.business_id and c.member_id = s.member_id
    and c.kind <> 'SentElsewhere' and c.at >= s.finalised_at)
  or exists (select from member_merge g where g.business_id = s.business_id
    and s.member_id in (g.survivor_id, g.other_id) and greatest(g.at, g.undone_at) >= s.finalised_at))`
