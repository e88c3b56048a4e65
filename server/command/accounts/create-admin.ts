import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'
import { instantOfDatabase } from '#platform/days'
import { asOperator, type Command, CommandTrouble, recordByOperator } from '#server/command/frame'
import { createAccount, issueTicket } from '#server/identity/accounts'
import { addressIn, linkTo } from './named-account.ts'
import { givePassword, passwordIn, passwordOption } from './password.ts'

/** `hub create-admin` */
export const createAdminCommand: Command = {
  name: 'create-admin',
  takes: '<e-mail address> [--name <name>] [--password-stdin]',
  summary: 'makes a super administrator, and prints the link by which they get in',
  about: `Makes a super administrator and prints a link that works once, for 7 days: whoever opens it chooses the password, and sets up a
second factor after that. No message is sent, so that the first of an installation gets in without a mail server.

  --name            what they are called; without it, by their address
  --password-stdin  takes the password from a pipe, and makes no link

It is in the platform's audit trail as done by the operator.`,
  options: { name: { type: 'string' }, ...passwordOption },
  operands: [1, 1],
  run: async (given) => {
    const email = addressIn(given)
    const name = (given.options.name as string | undefined)?.trim() || email
    const password = await passwordIn(given)
    const secret = await asOperator(given.settings, async (tx) => {
      if (await tx.maybe(sql`select from super_administrator where email = ${email}`))
        throw new CommandTrouble(
          `${email} is a super administrator already: hub reset-password ${email} prints a new link.`,
        )
      const { uid } = await createAccount(tx, { email, displayName: name })
      await tx.run(
        sql`insert into super_administrator (uid, email, display_name) values (${uid}, ${email}, ${name})`,
      )
      const action = { name: 'create-admin', title: 'Create a super administrator (operator)' }
      const record = { kind: 'Administrator', id: uid, name: email }
      await recordByOperator(tx, action, record, { Email: email, Name: name })
      if (password === undefined) return invitationOf(tx, uid)
      await givePassword(tx, { uid, email, displayName: name }, password, given.settings.brand)
      return null
    })
    if (secret === null)
      return given.say(`${email} is a super administrator, with the password that was given.`)
    given.say(`${email} is a super administrator. This link sets the password, once, within 7 days:`)
    given.say(linkTo(given.settings, secret))
  },
}

async function invitationOf(tx: Transaction, uid: string): Promise<string> {
  const { secret, expiresAt } = await issueTicket(tx, uid, 'invitation', await instantOfDatabase(tx))
  await tx.run(sql`update identity.account set invitation_expires_at = ${expiresAt} where uid = ${uid}`)
  return secret
}
