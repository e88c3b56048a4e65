import { z } from 'zod'
import { countedPage, countedPaging, endpoint, superAdministrator } from '#contract/endpoint.ts'

/** Queued: waits for its next try. Kept: there is no adapter to send it by. Failed: tried in vain. */
export const outboxStates = ['Queued', 'Sent', 'Kept', 'Failed'] as const
export const OutboxState = z.enum(outboxStates)
export type OutboxState = z.infer<typeof OutboxState>

export const OutboxChannel = z.enum(['email', 'sms'])
export type OutboxChannel = z.infer<typeof OutboxChannel>

/** Stands in a message for what its recipient alone may have. */
export const goneSecret = '(for the recipient alone)'

/** Why a message failed that was sealed before the installation's secret was changed. */
export const sealedOtherwise =
  'It could not be opened with this installation’s secret (HUB_SECRET): send it again from where it was made.'

export const OutboxMessage = z.object({
  MessageId: z.string(),
  /** Null for what the platform itself sends. */
  BusinessId: z.string().nullable(),
  BusinessName: z.string().nullable(),
  Channel: OutboxChannel,
  Kind: z.string(),
  Recipient: z.string(),
  Subject: z.string().nullable(),
  /** With a gap where a link is; one that is kept for want of a way to send it can be read in full, by its number. */
  Body: z.string(),
  State: OutboxState,
  Tries: z.number().int(),
  LastError: z.string().nullable(),
  CreatedDate: z.iso.datetime(),
  SentDate: z.iso.datetime().nullable(),
  /** It held a link for its recipient alone, which is no longer here. */
  SecretIsGone: z.boolean(),
  /** The business keeps texts no longer: what it said and to whom is no longer here. */
  TextIsGone: z.boolean(),
})
export type OutboxMessage = z.infer<typeof OutboxMessage>

/** What stands in the place of a text that has fallen away. */
export const textIsGone =
  'What it said and to whom has fallen away: the business keeps texts of messages for a limited time.'

export const isWaitingAlready = 'This message is waiting to be sent already.'

// One that nothing has come of in this time may have been lost, or have met a carrier that is away.
const patienceMs = 10 * 60_000

export const secretIsGone = 'Its link was removed when it was sent: send a new one from where it was made.'

/** Why a message can not be sent again, in words; null if it can. Of one that has waited long the server knows more. */
export function whyNotResend({
  State,
  SecretIsGone,
  TextIsGone,
  CreatedDate,
}: Pick<OutboxMessage, 'State' | 'SecretIsGone' | 'TextIsGone' | 'CreatedDate'>) {
  if (TextIsGone) return textIsGone
  if (State === 'Queued' && Date.parse(CreatedDate) > Date.now() - patienceMs) return isWaitingAlready
  return SecretIsGone ? secretIsGone : null
}

const params = { messageId: z.string().regex(/^\d{1,18}$/, 'A message is named by its number.') }

export const outboxApi = {
  listOutbox: endpoint({
    method: 'GET',
    path: '/api/outbox',
    title: 'Messages to people',
    access: superAdministrator,
    shows: ['message'],
    query: z.object({
      ...countedPaging,
      /** Part of the recipient, the subject or the kind. */
      q: z.string().max(200).optional(),
      state: OutboxState.optional(),
      channel: OutboxChannel.optional(),
      forBusiness: z.string().max(100).optional(),
    }),
    output: countedPage(OutboxMessage),
  }),
  getMessage: endpoint({
    method: 'GET',
    path: '/api/outbox/{messageId}',
    title: 'A message to somebody',
    access: superAdministrator,
    shows: ['message'],
    params,
    output: OutboxMessage,
  }),
  resendMessage: endpoint({
    method: 'POST',
    path: '/api/outbox/{messageId}/resend',
    title: 'Send a message again',
    access: superAdministrator,
    changes: ['message'],
    params,
    output: OutboxMessage,
  }),
}
