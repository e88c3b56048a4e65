import type { OutboxChannel } from '#contract/messaging/outbox.ts'

/** What the ways of sending are called. */
export const channelNames: Record<OutboxChannel, string> = { email: 'E-mail', sms: 'SMS' }
