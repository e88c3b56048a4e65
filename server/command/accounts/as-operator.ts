import { userInfo } from 'node:os'
import { z } from 'zod'
import { recordAudit } from '#platform/call'
import { noTenant, openDatabase, type Transaction } from '#platform/database'
import type { Settings } from '#platform/settings'
import { CommandTrouble, type Given, withDatabase, WrongUse } from '#server/command/frame'
import { type Account, findByEmail, normalisedEmail } from '#server/identity/accounts'

/** Works in one transaction of the server's own kind, that belongs to no business, as whoever has the keyboard. */
export function asOperator<Result>(
  settings: Settings,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return withDatabase(settings, async (url) => {
    const database = openDatabase(url, { ...settings.database, connections: 1, copies: 1 })
    try {
      return await database.transaction(noTenant, work)
    } finally {
      await database.close()
    }
  })
}

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

/** Puts what the operator did into the platform's trail, with the name that the machine knows them by. */
export async function recordByOperator(
  tx: Transaction,
  action: { readonly name: string; readonly title: string },
  record: { readonly kind: string; readonly id: string; readonly name: string },
  after?: Readonly<Record<string, unknown>>,
): Promise<void> {
  const who = { uid: '', name: `Operator (${userInfo().username})` }
  const origin = { address: '', requestId: `hub ${action.name}` }
  await recordAudit(tx, who, origin, action, [{ record, ...(after && { after }) }])
}

/** Where the link of a ticket leads; whoever opens it has to reach that. */
export function linkTo({ publicUrl, host, port }: Settings, secret: string): string {
  return `${publicUrl ?? `http://${host}:${port}`}/set-password?ticket=${secret}`
}
