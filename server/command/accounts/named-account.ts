import { z } from 'zod'
import { ticketPath } from '#contract/first-paths.ts'
import type { Transaction } from '#platform/database'
import type { Settings } from '#platform/settings'
import { CommandTrouble, type Given, WrongUse } from '#server/command/frame'
import { type Account, findByEmail, normalisedEmail } from '#server/identity/accounts'

/** The e-mail address that was typed. */
export function addressIn({ operands }: Given): string {
  const email = normalisedEmail(operands[0]!)
  if (!z.email().safeParse(email).success) throw new WrongUse(`${operands[0]} is no e-mail address.`)
  return email
}

/** The account that was named, whichever business it is of. */
export async function accountOf(tx: Transaction, email: string): Promise<Account> {
  const account = await findByEmail(tx, email)
  if (!account) throw new CommandTrouble(`Nobody has an account with the address ${email}.`)
  return account
}

/** Where the link of a ticket leads; whoever opens it has to reach that. */
export function linkTo({ publicUrl, host, port }: Settings, secret: string): string {
  return (publicUrl ?? `http://${host}:${port}`) + ticketPath('setPassword', secret)
}
