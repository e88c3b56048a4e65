import type pg from 'pg'
import type { OutboxChannel, OutboxState } from '#contract/messaging/outbox.ts'
import { vaultOfRows } from '#platform/secrets'
import { openText } from '#server/messaging'

type Row = {
  businessId: string
  kind: string
  channel: OutboxChannel
  recipient: string
  subject: string | null
  body: string
  state: OutboxState
  secret: string | null
  sealed: Buffer | null
}

/** The messages to somebody, or to anybody, newest first, with what the installation's secret alone opens. */
export async function readOutbox(owner: pg.ClientBase, secret: string, recipient: string | null) {
  const { rows } = await owner.query<Row>(
    `select business_id as "businessId", kind, channel, recipient, subject, body, state, secret, sealed
     from outbox_message where recipient = coalesce($1, recipient) order by id desc`,
    [recipient],
  )
  const vault = vaultOfRows(secret)
  return rows.map((row) => {
    const { businessId, kind, channel, subject, state } = row
    return { businessId, kind, channel, subject, state, body: openText(vault, row, row) ?? row.body }
  })
}
