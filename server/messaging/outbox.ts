import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database.ts'
import { startJob } from '#platform/jobs.ts'

/** Something to be told to somebody. */
export type Message = {
  /** What the message is for, such as 'invitation': the outbox page shows it. */
  readonly kind: string
  readonly to: string
  readonly body: string
  /** A part of the body that opens something, such as a link: it is taken out once the message has been sent. */
  readonly secret?: string
}
export type Email = Message & { readonly subject: string }
/** The recipient's number has its country code. */
export type Sms = Message

export const sendTask = 'send_message'
export type SendPayload = { businessId: string; id: number }

/** Writes an e-mail into the outbox, in the transaction of what it speaks of; a job sends it afterwards. */
export function queueEmail(tx: Transaction, email: Email): Promise<void> {
  return queue(tx, 'email', email.subject, email)
}

/** Writes a text message into the outbox, in the transaction of what it speaks of; a job sends it afterwards. */
export function queueSms(tx: Transaction, sms: Sms): Promise<void> {
  return queue(tx, 'sms', null, sms)
}

async function queue(
  tx: Transaction,
  channel: 'email' | 'sms',
  subject: string | null,
  { kind, to, body, secret }: Message,
): Promise<void> {
  if (secret !== undefined && !body.includes(secret)) throw new Error(`the ${kind} message lacks its secret`)
  const { id } = await tx.one<{ id: number }>(sql`
    insert into outbox_message (business_id, channel, kind, recipient, subject, body, secret)
    values (${tx.businessId}, ${channel}, ${kind}, ${to}, ${subject}, ${body}, ${secret})
    returning id`)
  await startJob(tx, sendTask, { businessId: tx.businessId, id } satisfies SendPayload)
}

/** Many messages of a channel at once, in one statement; only an e-mail has a subject. */
export async function queueMany(
  tx: Transaction,
  channel: 'email' | 'sms',
  messages: readonly (Message & { readonly subject: string | null })[],
): Promise<void> {
  await tx.run(sql`
    with queued as (
      insert into outbox_message (business_id, channel, kind, recipient, subject, body, secret)
      select ${tx.businessId}, ${channel}, m.kind, m."to", m.subject, m.body, m.secret
      from json_to_recordset(${JSON.stringify(messages)}::json)
        as m (kind text, "to" text, subject text, body text, secret text)
      returning id
    )
    select start_job(${sendTask}, json_build_object('businessId', ${tx.businessId}::text, 'id', id)) from queued`)
}
