import sql from 'sql-template-tag'
import type { OutboxChannel } from '#contract/messaging/outbox.ts'
import type { Transaction } from '#platform/database'
import { sealText } from './sealing.ts'

/** Something to be told to somebody. */
export type Message = {
  /** What the message is for, such as 'invitation': the outbox page shows it. */
  readonly kind: string
  readonly to: string
  readonly body: string
  /** A part of the body that opens something, such as a link: it lies sealed, and is taken out once the message has been sent. */
  readonly secret?: string
}
export type Email = Message & { readonly subject: string }
/** The recipient's number has its country code. */
export type Sms = Message

/** Sends what this version and later ones queue: the former, which takes sealed messages for bare ones, doesn't know it. */
export const sendTask = 'deliver_message'
/** What the former version calls it. */
export const formerSendTask = 'send_message'
export type SendPayload = { businessId: string; id: number }

/** Writes an e-mail into the outbox, in the transaction of what it speaks of; a job sends it afterwards. */
export function queueEmail(tx: Transaction, email: Email): Promise<void> {
  return queueMany(tx, 'email', [email])
}

/** Writes a text message into the outbox, in the transaction of what it speaks of; a job sends it afterwards. */
export function queueSms(tx: Transaction, sms: Sms): Promise<void> {
  return queueMany(tx, 'sms', [{ ...sms, subject: null }])
}

/** Many messages of a channel at once, in one statement; only an e-mail has a subject. */
export async function queueMany(
  tx: Transaction,
  channel: OutboxChannel,
  messages: readonly (Message & { readonly subject: string | null })[],
): Promise<void> {
  const { businessId, vault } = tx
  const rows = messages.map(({ kind, to, subject, ...text }) => {
    const kept = sealText(vault, { businessId, channel, recipient: to }, text)
    return { kind, to, subject, ...kept, sealed: kept.sealed?.toString('base64') }
  })
  await tx.run(sql`
    with queued as (
      insert into outbox_message (business_id, channel, kind, recipient, subject, body, secret, sealed)
      select ${businessId}, ${channel}, m.kind, m."to", m.subject, m.body, m.secret, decode(m.sealed, 'base64')
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as m (kind text, "to" text, subject text, body text, secret text, sealed text)
      returning id
    )
    select start_job(${sendTask}, json_build_object('businessId', ${businessId}::text, 'id', id)) from queued`)
}
