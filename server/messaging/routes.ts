import type { outboxApi } from '#contract/messaging/outbox.ts'
import type { Handlers } from '#platform/call'
import type { Vault } from '#platform/secrets'
import { getMessage, listOutbox, resendMessage } from '#server/messaging/sent'

/** The outbox, for super administrators. */
export const outboxRoutes = (vault: Vault | null): Handlers<typeof outboxApi> => ({
  listOutbox,
  getMessage: (call) => getMessage(call, vault),
  resendMessage,
})
