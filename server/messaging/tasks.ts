import type { Database } from '#platform/database'
import { type Attempt, inLane, type Tasks } from '#platform/jobs'
import type { Settings } from '#platform/settings'
import { smtpAdapter } from './mail.ts'
import { formerSendTask, type SendPayload, sendTaskOf, unsealedSendTask } from './outbox.ts'
import { sealFormerMessages, takeOverInClear } from './seal-former.ts'
import { sendMessage, type Stylist } from './send.ts'
import { twilioAdapter } from './twilio.ts'

/** The jobs that carry messages out of the outbox, and seal those that were left there in clear. */
export function messagingTasks(database: Database, settings: Settings, stylist: Stylist): Tasks {
  const adapters = { email: smtpAdapter(settings.mail), sms: twilioAdapter(settings.twilio) }
  const send = (payload: SendPayload, attempt: Attempt) =>
    sendMessage(database, adapters, stylist, payload, attempt)
  const sendUnsealed = async (payload: SendPayload, attempt: Attempt) =>
    (await takeOverInClear(database, payload)) ? undefined : send(payload, attempt)
  return {
    [sendTaskOf('at_once')]: inLane('at_once', send, 'carriers'),
    [sendTaskOf('soon')]: inLane('soon', send, 'carriers'),
    [sendTaskOf('bulk')]: inLane('bulk', send, 'carriers'),
    // Nobody knows which of these are urgent; thousands of them may have been left to us.
    [formerSendTask]: inLane('bulk', send, 'carriers'),
    [unsealedSendTask]: inLane('bulk', sendUnsealed, 'carriers'),
    seal_former_messages: inLane('maintenance', () => sealFormerMessages(database)),
  }
}

export const messagingSchedule = ['*/10 * * * * seal_former_messages']
