import { asOperator, type Command, recordByOperator } from '#server/command/frame'
import { forgetFailures } from '#server/identity/accounts'
import { accountOf, addressIn } from './named-account.ts'

/** `hub unlock` */
export const unlockCommand: Command = {
  name: 'unlock',
  takes: '<e-mail address>',
  summary: 'lets somebody try again who is shut out after too many failures',
  about: `Forgets the failed sign-ins, codes and resets that are counted against the account with this address, wherever they came
from. What is counted against a network address, for all accounts together, or against a browser that signed in
before, goes on until its 15 minutes are over. It is in the platform's audit trail as done by the operator.`,
  operands: [1, 1],
  run: async (given) => {
    const email = addressIn(given)
    const forgotten = await asOperator(given.settings, async (tx) => {
      const account = await accountOf(tx, email)
      const count = await forgetFailures(tx, account)
      const action = { name: 'unlock', title: 'Forget failed sign-ins (operator)' }
      if (count > 0) await recordByOperator(tx, action, { kind: 'account', id: account.uid, name: email })
      return count
    })
    given.say(
      forgotten > 0
        ? `What failed at the account of ${email} is forgotten: they can try again.`
        : `Nothing is counted against the account of ${email}.`,
    )
  },
}
