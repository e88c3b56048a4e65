import { z } from 'zod'
import { endpoint, page, paging, superAdministrator } from './endpoint.ts'

/** Queued: waits for its next try. Kept: there is no adapter to send it by. Failed: tried in vain. */
export const outboxStates = ['Queued', 'Sent', 'Kept', 'Failed'] as const
export const OutboxState = z.enum(outboxStates)
export type OutboxState = z.infer<typeof OutboxState>

export const OutboxMessage = z.object({
  MessageId: z.string(),
  BusinessId: z.string().nullable(),
  Channel: z.enum(['email', 'sms']),
  Kind: z.string(),
  Recipient: z.string(),
  Subject: z.string().nullable(),
  Body: z.string(),
  State: OutboxState,
  Tries: z.number().int(),
  LastError: z.string().nullable(),
  CreatedDate: z.iso.datetime(),
  SentDate: z.iso.datetime().nullable(),
})
export type OutboxMessage = z.infer<typeof OutboxMessage>

export const outboxApi = {
  listOutbox: endpoint({
    method: 'GET',
    path: '/api/outbox',
    title: 'Messages to people',
    access: superAdministrator,
    query: z.object({
      ...paging,
      q: z.string().max(200).optional(),
      state: OutboxState.optional(),
      channel: z.enum(['email', 'sms']).optional(),
      forBusiness: z.string().optional(),
    }),
    output: page(OutboxMessage),
  }),
  resendMessage: endpoint({
    method: 'POST',
    path: '/api/outbox/{messageId}/resend',
    title: 'Send a message again',
    access: superAdministrator,
    output: OutboxMessage,
  }),
}
