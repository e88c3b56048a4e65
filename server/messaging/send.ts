import sql from 'sql-template-tag'
import type { Database } from '#platform/database.ts'
import type { Attempt } from '#platform/jobs.ts'
import type { MailAdapter } from './mail.ts'
import type { SendPayload } from './outbox.ts'

type Message = { recipient: string; subject: string; body: string }

/** Sends a message of the outbox. Without an adapter it is kept there, to be read by a super administrator. */
export async function sendMessage(
  database: Database,
  mail: MailAdapter | null,
  { businessId, id }: SendPayload,
  attempt: Attempt,
): Promise<void> {
  const db = database.forBusiness(businessId)
  const settle = (state: string, error: string | null) =>
    db.run(sql`
      update outbox_message set state = ${state}, last_error = ${error}, tries = tries + 1,
        sent_at = case when ${state} = 'Sent' then now() end
      where business_id = ${businessId} and id = ${id}`)

  const message = await db.maybe<Message>(sql`
    select recipient, subject, body from outbox_message
    where business_id = ${businessId} and id = ${id} and state = 'Queued'`)
  if (!message) return
  if (!mail) return void (await settle('Kept', null))
  try {
    await mail.send({ to: message.recipient, subject: message.subject, text: message.body })
    await settle('Sent', null)
  } catch (error) {
    await settle(attempt.isLast ? 'Failed' : 'Queued', (error as Error).message)
    throw error
  }
}
