import sql from 'sql-template-tag'
import type { counterApi } from '#contract/payments/counter.ts'
import type { FormKind } from '#contract/requests/request-forms.ts'
import type { RequestDetail } from '#contract/requests/requests.ts'
import type { Call } from '#platform/call'
import { notFound } from '#platform/refusals'
import { requestDetail } from '#server/requests/decisions'
import { lockSession, readSession, type Session, sessionVisibleTo } from '#server/requests/sessions'

export type AtCounter = Pick<Call<(typeof counterApi)[keyof typeof counterApi]>, 'db' | 'who' | 'audit'>

/** A session of either kind that the user may see, kept from changing. */
export async function lockedSession({ db, who }: AtCounter, sessionId: string): Promise<Session> {
  const found = await db.maybe<{ kind: FormKind }>(sql`
    select s.kind from request_session s
    where s.business_id = ${db.businessId} and s.session_id = ${sessionId} and s.deleted_at is null
      ${sessionVisibleTo(who)}`)
  if (!found) throw notFound('The request')
  return lockSession(db, sessionId)
}

/** The request as its page shows it afterwards. */
export async function detailOf({ db, who }: AtCounter, { kind, sessionId }: Session): Promise<RequestDetail> {
  return requestDetail(db, who, await readSession(db, who, kind, sessionId))
}

/** Keeps in the trail what was done about the money of a request. */
export function recordMoney(
  call: AtCounter,
  { kind, sessionId, displayName }: Session,
  after: Record<string, unknown>,
): void {
  call.audit({
    record: {
      kind: kind === 'Registration' ? 'Membership request' : 'Renewal request',
      id: sessionId,
      name: displayName ?? '',
    },
    after,
  })
}
