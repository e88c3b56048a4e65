import sql from 'sql-template-tag'
import { type OutboxChannel, type OutboxState, sealedOtherwise } from '#contract/messaging/outbox.ts'
import { quietBell, ringBell } from '#platform/bell'
import { type Database, noTenant, type Queries, retryOnDeadlock, type Transaction } from '#platform/database'
import { type Attempt, SettledElsewhere } from '#platform/jobs'
import type { SendPayload } from './outbox.ts'
import { type Addressed, type Kept, openText, resealText } from './sealing.ts'
import type { StyledLetter } from './styled-letter.ts'

type Message = Addressed &
  Kept & { kind: string; subject: string | null; tries: number; sender: string | null }

/** A way out of the outbox. */
export type Adapter = { send(message: Outgoing): Promise<void> }

/** What goes out. An e-mail of a business has a second form with the business's look, and the same words. */
type Outgoing = {
  readonly to: string
  readonly subject: string | null
  readonly text: string
  readonly styled?: StyledLetter
}

/** Makes the second form of a letter; this module knows messages, and not what a business looks like. */
export type Stylist = (db: Queries, text: string) => Promise<StyledLetter>

/** The way for each channel; null where none is set up. */
export type Adapters = Readonly<Record<OutboxChannel, Adapter | null>>

/** Sends a message of the outbox. Without an adapter it is kept there, to be read by a super administrator. */
export async function sendMessage(
  database: Database,
  adapters: Adapters,
  stylist: Stylist,
  { businessId, id }: SendPayload,
  attempt: Attempt,
): Promise<void> {
  const db = database.forTenant(businessId)
  const message = await db.maybe<Message>(sql`
    select business_id as "businessId", channel, kind, recipient, subject, body, secret, sealed, tries, sender_id as sender from outbox_message
    where business_id = ${businessId} and id = ${id} and state = 'Queued'`)
  if (!message) return
  const kept = resealText(database.vault, message, message)
  const settle = (state: Outcome, error: string | null) =>
    database.transaction(businessId, (tx) => settleTry(tx, id, { ...message, ...kept }, state, error))

  const text = openText(database.vault, message, message)
  // Another try would meet the same secret.
  if (text === null) return settle('Failed', sealedOtherwise)
  const adapter = adapters[message.channel]
  if (!adapter) return settle('Kept', null)
  try {
    const styled =
      message.channel === 'email' && businessId !== noTenant ? await stylist(db, text) : undefined
    await adapter.send({ to: message.recipient, subject: message.subject, text, ...(styled && { styled }) })
  } catch (error) {
    await settle(attempt.isLast ? 'Failed' : 'Queued', (error as Error).message)
    throw attempt.isLast ? new SettledElsewhere(error) : error
  }
  // It has gone out: what isn't written down now would go out again.
  const sent = { ...message, ...kept }
  await retryOnDeadlock(() => database.transaction(businessId, (tx) => settleSent(tx, id, sent)), {
    isRepeatable: true,
  })
}

type Outcome = Exclude<OutboxState, 'Sent'>

/**
 * Writes down how a try ended that sent nothing. A job that was taken for lost is done by another meanwhile: what that one
 * has written, or somebody who had the message sent again, stands.
 */
async function settleTry(
  tx: Transaction,
  id: number,
  { tries, body, secret, sealed, kind, sender }: Message,
  state: Outcome,
  error: string | null,
): Promise<void> {
  const settled = await tx.run(sql`
    update outbox_message set state = ${state}, last_error = ${error}, tries = tries + 1, sent_at = null,
      body = ${body}, secret = ${secret}, sealed = ${sealed}
    where business_id = ${tx.businessId} and id = ${id} and state = 'Queued' and tries = ${tries}`)
  if (settled > 0 && state === 'Failed' && sender !== null)
    await ringBell(tx, [sender], { kind: deliveryFailed, subject: String(id), values: { Kind: kind } })
}

const deliveryFailed = 'DeliveryFailed'

/** Whoever else tried it in vain, it has been sent; and once is enough. Who was told that it failed has nothing left to see to. */
async function settleSent(tx: Transaction, id: number, { body, sender }: Message): Promise<void> {
  await tx.run(sql`
    update outbox_message set state = 'Sent', last_error = null, tries = tries + 1, sent_at = now(),
      body = ${body}, secret = case when secret is not null then '' end, sealed = null
    where business_id = ${tx.businessId} and id = ${id} and state <> 'Sent'`)
  if (sender !== null) await quietBell(tx, deliveryFailed, String(id))
}
