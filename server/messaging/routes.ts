import type { outboxApi } from '#contract/outbox.ts'
import type { Handlers } from '#platform/call.ts'
import type { Vault } from '#platform/vault.ts'
import { getMessage, listOutbox, resendMessage } from './messages.ts'

/** The outbox, for super administrators. */
export const outboxRoutes = (vault: Vault | null): Handlers<typeof outboxApi> => ({
  listOutbox,
  getMessage: (call) => getMessage(call, vault),
  resendMessage,
})
