import { asOperator, type Command, CommandTrouble, operator, recordByOperator } from '#server/command/frame'
import { resetFactors } from '#server/identity/factors'
import { queueEmail } from '#server/messaging'
import { accountOf, addressIn } from './named-account.ts'

/** `hub reset-factor` */
export const resetFactorCommand: Command = {
  name: 'reset-factor',
  takes: '<e-mail address>',
  summary: 'takes the second factors away from somebody who lost them',
  about: `Removes all passkeys, authenticator apps and recovery codes of the account with this address, of whichever business, and ends
its sessions: its owner signs in with the password, and sets up a new second factor. Make sure that it is them who asks. They
are told by e-mail. It is in the platform's audit trail as done by the operator.`,
  operands: [1, 1],
  run: async (given) => {
    const email = addressIn(given)
    await asOperator(given.settings, async (tx) => {
      const account = await accountOf(tx, email)
      const { brand } = given.settings
      if (!(await resetFactors({ brand, queueEmail }, tx, account.uid, operator().name)))
        throw new CommandTrouble(`${email} has no second factor: there is nothing to reset.`)
      const action = { name: 'reset-factor', title: 'Reset a second factor (operator)' }
      const record = { kind: 'account', id: account.uid, name: email }
      await recordByOperator(tx, action, record, { 'Second factor': 'reset' })
    })
    given.say(`The second factors of ${email} are gone, and their sessions ended.`)
  },
}
