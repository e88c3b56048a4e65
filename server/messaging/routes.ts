import type { outboxApi } from '#contract/outbox.ts'
import type { Handlers } from '#platform/call.ts'
import { getMessage, listOutbox, resendMessage } from './messages.ts'

/** The outbox, for super administrators. */
export const outboxRoutes: Handlers<typeof outboxApi> = { listOutbox, getMessage, resendMessage }
