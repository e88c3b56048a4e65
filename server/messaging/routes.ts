import type { outboxApi } from '#contract/outbox.ts'
import type { Handlers } from '#platform/call.ts'
import type { Database } from '#platform/database.ts'
import { getMessage, listOutbox, resendMessage } from './messages.ts'

/** The outbox, for super administrators. */
export const outboxRoutes = ({ vault }: Pick<Database, 'vault'>): Handlers<typeof outboxApi> => ({
  listOutbox,
  getMessage: (call) => getMessage(call, vault),
  resendMessage,
})
