import sql from 'sql-template-tag'
import type { OutboxChannel } from '#contract/outbox.ts'
import type { Database } from '#platform/database.ts'
import type { Attempt } from '#platform/jobs.ts'
import type { SendPayload } from './outbox.ts'

type Message = { channel: OutboxChannel; recipient: string; subject: string | null; body: string }

/** A way out of the outbox. */
export type Adapter = { send(message: { to: string; subject: string | null; text: string }): Promise<void> }

/** The way for each channel; null where none is set up. */
export type Adapters = Readonly<Record<OutboxChannel, Adapter | null>>

const goneSecret = '(removed once it was sent)'

/** Sends a message of the outbox. Without an adapter it is kept there, to be read by a super administrator. */
export async function sendMessage(
  database: Database,
  adapters: Adapters,
  { businessId, id }: SendPayload,
  attempt: Attempt,
): Promise<void> {
  const db = database.forBusiness(businessId)
  const settle = (state: string, error: string | null) =>
    db.run(sql`
      update outbox_message set state = ${state}, last_error = ${error}, tries = tries + 1,
        sent_at = case when ${state} = 'Sent' then now() end,
        body = case when ${state} = 'Sent' and secret <> '' then replace(body, secret, ${goneSecret}) else body end,
        secret = case when ${state} = 'Sent' and secret is not null then '' else secret end
      where business_id = ${businessId} and id = ${id}`)

  const message = await db.maybe<Message>(sql`
    select channel, recipient, subject, body from outbox_message
    where business_id = ${businessId} and id = ${id} and state = 'Queued'`)
  if (!message) return
  const adapter = adapters[message.channel]
  if (!adapter) return void (await settle('Kept', null))
  try {
    await adapter.send({ to: message.recipient, subject: message.subject, text: message.body })
    await settle('Sent', null)
  } catch (error) {
    await settle(attempt.isLast ? 'Failed' : 'Queued', (error as Error).message)
    throw error
  }
}
