import { type IdentityCode, shortestPassword } from '#contract/access/identity.ts'
import type { Transaction } from '#platform/database'
import { Refusal } from '#platform/refusals'
import { CommandTrouble, type Given } from '#server/command/frame'
import { type Account, revokeTickets } from '#server/identity/accounts'
import { acceptedHash, keepPassword } from '#server/identity/passwords'

export const passwordOption = { 'password-stdin': { type: 'boolean', default: false } } as const

/** The password that came in by a pipe, where that was asked for: the first line of it. */
export async function passwordIn({ options, readInput }: Given): Promise<string | undefined> {
  return options['password-stdin'] ? (await readInput()).split(/\r?\n/, 1)[0]! : undefined
}

const sentences: Partial<Record<IdentityCode, string>> = {
  'invalid-password': `The password must have ${shortestPassword} to 200 characters.`,
  'guessable-password': 'The password is guessed too easily: take several words, or a longer one.',
}

/** Gives an account this password: its sessions, and links for another one, end. */
export async function givePassword(
  tx: Transaction,
  account: Pick<Account, 'uid' | 'email' | 'displayName'>,
  password: string,
  brand: string,
): Promise<void> {
  try {
    await keepPassword(tx, account.uid, await acceptedHash(account, password, [brand]))
  } catch (error) {
    const sentence = error instanceof Refusal ? sentences[error.code as IdentityCode] : undefined
    throw sentence ? new CommandTrouble(sentence) : error
  }
  await revokeTickets(tx, account.uid)
}
