import { instantOfDatabase } from '#platform/days'
import { asOperator, type Command, CommandTrouble, recordByOperator } from '#server/command/frame'
import { issueTicket } from '#server/identity/accounts'
import { accountOf, addressIn, linkTo } from './named-account.ts'
import { givePassword, passwordIn, passwordOption } from './password.ts'

/** `hub reset-password` */
export const resetPasswordCommand: Command = {
  name: 'reset-password',
  takes: '<e-mail address> [--password-stdin]',
  summary: 'prints a link by which somebody sets a new password',
  about: `Prints a link that works once, for an hour, for the account with this address, of whichever business. Hand it to its owner alone:
make sure that it is them who asks. The present password and all sessions end when the link is used, not before; a
second factor stays.

  --password-stdin  takes the new password from a pipe, and makes no link: the present one and all sessions end at once

No message is sent. It is in the platform's audit trail as done by the operator.`,
  options: passwordOption,
  operands: [1, 1],
  run: async (given) => {
    const email = addressIn(given)
    const password = await passwordIn(given)
    const secret = await asOperator(given.settings, async (tx) => {
      const account = await accountOf(tx, email)
      if (account.isDisabled)
        throw new CommandTrouble(`${email} is disabled: enable them in the console first.`)
      if (account.microsoftKey)
        throw new CommandTrouble(`${email} signs in with Microsoft, without a password.`)
      const title = password === undefined ? 'Make a link for a new password' : 'Set a password'
      const action = { name: 'reset-password', title: `${title} (operator)` }
      await recordByOperator(tx, action, { kind: 'account', id: account.uid, name: email })
      if (password === undefined)
        return (await issueTicket(tx, account.uid, 'reset', await instantOfDatabase(tx))).secret
      await givePassword(tx, account, password, given.settings.brand)
      return null
    })
    if (secret === null) return given.say(`The password of ${email} is the one that was given.`)
    given.say(`This link sets the password of ${email}, once, within an hour:`)
    given.say(linkTo(given.settings, secret))
  },
}
