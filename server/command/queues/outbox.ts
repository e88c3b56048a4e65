import { type OutboxMessage, outboxApi, type OutboxState } from '#contract/messaging/outbox.ts'
import { knownSecret, vaultOfRows } from '#platform/secrets'
import { actAsOperator, asOperator, type Command, operator } from '#server/command/frame'
import { getMessage, messagesOf, resendMessage } from '#server/messaging/sent'
import { firstLine, mostShown, oneOf, typed } from './typed.ts'

const states: Readonly<Record<string, OutboxState>> = { failed: 'Failed', waiting: 'Queued', kept: 'Kept' }
const hidden = `Messages of a business that asks why one enters are not shown: give the reason in the console, and read them there.`

/** `hub outbox` */
export const outboxCommand: Command = {
  name: 'outbox',
  alias: 'outbox list',
  takes: '[--state failed|waiting|kept]',
  summary: 'lists messages that were not sent',
  about: `Lists the messages of all businesses that failed, wait to be sent, or are kept as there is nothing to send them by: newest
first, ${mostShown} of each at the most, with their numbers.

  --state  in this state alone

${hidden}`,
  options: { state: { type: 'string' } },
  run: async ({ settings, options, say }) => {
    const names = Object.keys(states)
    const wanted = oneOf('state', names, options.state)
    await asOperator(settings, async (tx) => {
      let count = 0
      for (const name of wanted ? [wanted] : names) {
        const reader = { db: tx, who: operator() }
        const messages = await messagesOf(reader, { state: states[name], most: mostShown })
        for (const message of messages) say(lineOf(name, message))
        count += messages.length
      }
      if (count === 0) say('There are no such messages.')
    })
  },
}

function lineOf(state: string, message: OutboxMessage): string {
  const { MessageId, Channel, Kind, Recipient, BusinessName, CreatedDate, Tries, LastError } = message
  const whose = BusinessName === null ? '' : `, ${BusinessName}`
  const why = LastError === null ? '' : ` ${firstLine(LastError)}`
  return `${MessageId}  ${state.padEnd(7)}  ${Channel} to ${Recipient} (${Kind}${whose}), ${CreatedDate}: ${Tries} ${Tries === 1 ? 'try' : 'tries'}.${why}`
}

/** `hub outbox show` */
export const showMessageCommand: Command = {
  name: 'outbox show',
  takes: '<number>',
  summary: 'shows a message',
  about: `Shows the message with this number, which hub outbox lists, as the console does: what its recipient alone may have is left
out, but for a message that is kept as there is nothing to send it by. ${hidden}`,
  operands: [1, 1],
  run: async ({ settings, operands, say }) => {
    const params = typed(outboxApi.getMessage.params, { messageId: operands[0] })
    const secret = knownSecret(settings.secret, settings.dataFolder)
    const vault = secret === undefined ? null : vaultOfRows(secret)
    const message = await asOperator(settings, (tx) => getMessage({ db: tx, who: operator(), params }, vault))
    for (const [name, value] of [
      ['State', message.State],
      ['To', `${message.Recipient} (${message.Channel})`],
      ['Business', message.BusinessName],
      ['Kind', message.Kind],
      ['Made', message.CreatedDate],
      ['Sent', message.SentDate],
      ['Tries', String(message.Tries)],
      ['Error', message.LastError],
      ['Subject', message.Subject],
    ] as const)
      if (value !== null) say(`${name}: ${value}`)
    say(`\n${message.Body}`)
  },
}

/** `hub outbox resend` */
export const resendCommand: Command = {
  name: 'outbox resend',
  takes: '<number>',
  summary: 'has a message sent again',
  about: `Puts the message with this number, which hub outbox lists, back into the queue; a server that runs sends it. One that is on its way,
or whose link is gone, is refused. It is in the audit trail as done by the operator. ${hidden}`,
  operands: [1, 1],
  run: async ({ settings, operands, say }) => {
    const params = typed(outboxApi.resendMessage.params, { messageId: operands[0] })
    const { title } = outboxApi.resendMessage
    await actAsOperator(settings, { name: 'outbox resend', title }, (acting) =>
      resendMessage({ ...acting, params, body: undefined }),
    )
    say(`The message ${params.messageId} is waiting to be sent.`)
  },
}
