import type { Database } from '#platform/database.ts'
import type { Tasks } from '#platform/jobs.ts'
import type { Settings } from '#platform/settings.ts'
import { smtpAdapter } from './mail.ts'
import { sendTask } from './outbox.ts'
import { sendMessage } from './send.ts'
import { twilioAdapter } from './twilio.ts'

export { queueEmail, queueMany, queueSms } from './outbox.ts'
export { outboxRoutes } from './routes.ts'
export { strangerMayCause } from './strangers.ts'

/** The jobs that carry messages out of the outbox. */
export function messagingTasks(database: Database, settings: Settings): Tasks {
  const adapters = { email: smtpAdapter(settings.mail), sms: twilioAdapter(settings.twilio) }
  return { [sendTask]: (payload, attempt) => sendMessage(database, adapters, payload, attempt) }
}
