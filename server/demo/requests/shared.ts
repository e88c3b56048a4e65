import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'
import { noteStep } from '#server/requests/sessions'

/** The e-mail address of who has a request, and what they wrote on it. */
export type Shared = { assignedTo?: string; staffNote?: string }

/** Whose it is, and what they wrote on it. */
export async function share(
  tx: Transaction,
  sessionId: string,
  { assignedTo, staffNote }: Shared,
): Promise<void> {
  if (!assignedTo) return
  await tx.run(sql`
    update request_session s set assigned_to = u.uid from business_user u
    where s.business_id = ${tx.businessId} and s.session_id = ${sessionId}
      and u.business_id = s.business_id and u.email = ${assignedTo}`)
  await tx.run(sql`
    insert into request_step (business_id, session_id, step, note, actor_name, at)
    select s.business_id, s.session_id, ${noteStep}, ${staffNote}, u.display_name, s.submitted_at + interval '2 hours'
    from request_session s join business_user u on u.business_id = s.business_id and u.uid = s.assigned_to
    where s.business_id = ${tx.businessId} and s.session_id = ${sessionId}`)
}
