import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database.ts'
import { startJob } from '#platform/jobs.ts'

export type Email = {
  /** What the message is for, such as 'invitation': the outbox page shows it. */
  readonly kind: string
  readonly to: string
  readonly subject: string
  readonly body: string
}

export const sendTask = 'send_message'
export type SendPayload = { businessId: string; id: number }

/** Writes an e-mail into the outbox, in the transaction of what it speaks of; a job sends it afterwards. */
export async function queueEmail(tx: Transaction, email: Email): Promise<void> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into outbox_message (business_id, channel, kind, recipient, subject, body)
    values (${tx.businessId}, 'email', ${email.kind}, ${email.to}, ${email.subject}, ${email.body})
    returning id`)
  await startJob(tx, sendTask, { businessId: tx.businessId, id } satisfies SendPayload)
}
