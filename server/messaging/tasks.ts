import type { Database } from '#platform/database'
import type { Tasks } from '#platform/jobs'
import type { Settings } from '#platform/settings'
import { smtpAdapter } from './mail.ts'
import { formerSendTask, sendTask } from './outbox.ts'
import { sealFormerMessages, takeOver } from './seal-former.ts'
import { sendMessage } from './send.ts'
import { twilioAdapter } from './twilio.ts'

/** The jobs that carry messages out of the outbox, and seal those that were left there in clear. */
export function messagingTasks(database: Database, settings: Settings): Tasks {
  const adapters = { email: smtpAdapter(settings.mail), sms: twilioAdapter(settings.twilio) }
  const send: Tasks[string] = (payload, attempt) => sendMessage(database, adapters, payload, attempt)
  return {
    [sendTask]: send,
    [formerSendTask]: async (payload, attempt) =>
      (await takeOver(database, payload)) ? undefined : send(payload, attempt),
    seal_former_messages: () => sealFormerMessages(database),
  }
}

export const messagingSchedule = ['*/10 * * * * seal_former_messages']
