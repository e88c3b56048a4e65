import sql from 'sql-template-tag'
import { type OutboxChannel, type OutboxState, sealedOtherwise } from '#contract/messaging/outbox.ts'
import type { Database } from '#platform/database'
import type { Attempt } from '#platform/jobs'
import type { SendPayload } from './outbox.ts'
import { type Addressed, type Kept, openText, resealText } from './sealing.ts'

type Message = Addressed & Kept & { subject: string | null }

/** A way out of the outbox. */
export type Adapter = { send(message: { to: string; subject: string | null; text: string }): Promise<void> }

/** The way for each channel; null where none is set up. */
export type Adapters = Readonly<Record<OutboxChannel, Adapter | null>>

/** Sends a message of the outbox. Without an adapter it is kept there, to be read by a super administrator. */
export async function sendMessage(
  database: Database,
  adapters: Adapters,
  { businessId, id }: SendPayload,
  attempt: Attempt,
): Promise<void> {
  const db = database.forTenant(businessId)
  const message = await db.maybe<Message>(sql`
    select business_id as "businessId", channel, recipient, subject, body, secret, sealed from outbox_message
    where business_id = ${businessId} and id = ${id} and state = 'Queued'`)
  if (!message) return
  const settle = async (state: OutboxState, error: string | null) => {
    const kept = resealText(database.vault, message, message)
    await db.run(sql`
      update outbox_message set state = ${state}, last_error = ${error}, tries = tries + 1,
        sent_at = case when ${state} = 'Sent' then now() end, body = ${kept.body}, secret = ${kept.secret},
        sealed = ${state === 'Sent' ? null : kept.sealed}
      where business_id = ${businessId} and id = ${id}`)
  }

  const text = openText(database.vault, message, message)
  // Another try would meet the same secret.
  if (text === null) return settle('Failed', sealedOtherwise)
  const adapter = adapters[message.channel]
  if (!adapter) return settle('Kept', null)
  try {
    await adapter.send({ to: message.recipient, subject: message.subject, text })
    await settle('Sent', null)
  } catch (error) {
    await settle(attempt.isLast ? 'Failed' : 'Queued', (error as Error).message)
    throw error
  }
}
