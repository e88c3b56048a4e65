import sql from 'sql-template-tag'
import type { OutboxChannel } from '#contract/messaging/outbox.ts'
import { inOneLine } from '#contract/words/one-line.ts'
import { noTenant, type Transaction } from '#platform/database'
import { jobStart, type Lane } from '#platform/jobs'
import { sealText } from './sealing.ts'

/** Whoever writes a message knows who waits for it: somebody just now, somebody one of these minutes, or one of many. */
export type MessageLane = Exclude<Lane, 'maintenance'>

/** Something to be told to somebody. */
export type Message = {
  /** What the message is for, such as 'invitation', of contract/messaging/message-kinds.ts: the outbox page shows it. */
  readonly kind: string
  readonly to: string
  readonly body: string
  /** A part of the body that opens something, such as a link: it lies sealed, and is taken out once the message has been sent. */
  readonly secret?: string
}
export type Email = Message & { readonly subject: string; readonly lane: MessageLane }
/** The recipient's number has its country code. */
export type Sms = Message & { readonly lane: MessageLane }

/** Sends what this version and later ones queue, by lane. The former ones don't know these names, and leave them alone. */
export const sendTaskOf = (lane: MessageLane) => `deliver_message_${lane}` as const
/** What the former version calls it, which knows no lanes. */
export const formerSendTask = 'deliver_message'
/** What one before it did, which kept messages in clear. */
export const unsealedSendTask = 'send_message'
/** All of them: each names a message by its number. */
export const sendTasks: readonly string[] = [
  sendTaskOf('at_once'),
  sendTaskOf('soon'),
  sendTaskOf('bulk'),
  formerSendTask,
  unsealedSendTask,
]
export type SendPayload = { businessId: string; id: number }

/** Writes an e-mail into the outbox, in the transaction of what it speaks of; a job sends it afterwards. Tells its number. */
export async function queueEmail(tx: Transaction, { lane, ...email }: Email): Promise<string> {
  const [id = ''] = await queueMany(tx, 'email', lane, [email])
  return id
}

/** Writes a text message into the outbox, in the transaction of what it speaks of; a job sends it afterwards. */
export async function queueSms(tx: Transaction, { lane, ...sms }: Sms): Promise<void> {
  await queueMany(tx, 'sms', lane, [{ ...sms, subject: null }])
}

/** Many messages of a channel at once, in one statement; only an e-mail has a subject. Tells their numbers. */
export async function queueMany(
  tx: Transaction,
  channel: OutboxChannel,
  lane: MessageLane,
  messages: readonly (Message & { readonly subject: string | null })[],
): Promise<string[]> {
  const { businessId, vault } = tx
  // Of many at once their run tells what became of them, and outside of businesses there is no bell.
  const sender = lane === 'bulk' || businessId === noTenant ? null : (tx.actor ?? null)
  const rows = messages.map(({ kind, to, subject, ...text }) => {
    const kept = sealText(vault, { businessId, channel, recipient: to }, text)
    if (text.secret && subject?.includes(text.secret)) throw new Error('a subject tells its message’s secret')
    return {
      kind,
      to,
      subject: subject && inOneLine(subject),
      ...kept,
      sealed: kept.sealed?.toString('base64'),
    }
  })
  const payload = sql`json_build_object('businessId', ${businessId}::text, 'id', id)`
  const queued = await tx.rows<{ id: string }>(sql`
    with queued as (
      insert into outbox_message (business_id, channel, kind, recipient, subject, body, secret, sealed, sender_id)
      select ${businessId}, ${channel}, m.kind, m."to", m.subject, m.body, m.secret, decode(m.sealed, 'base64'), ${sender}
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as m (kind text, "to" text, subject text, body text, secret text, sealed text)
      returning id
    )
    select id::text as id, ${jobStart(sql`${sendTaskOf(lane)}`, payload)} from queued`)
  return queued.map(({ id }) => id)
}
