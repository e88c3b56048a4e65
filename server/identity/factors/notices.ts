import { firstMessages } from '#contract/first-messages.ts'
import { greeting, inOneLine } from '#contract/words/one-line.ts'
import type { Transaction } from '#platform/database'
import type { Account } from '#server/identity/accounts'
import type { Service } from '#server/identity/service'

/** What the owner of an account is told about, so that nobody does it unseen. */
export type FactorNews =
  | { readonly what: 'added' | 'removed'; readonly kind: 'passkey' | 'authenticator'; readonly name: string }
  | { readonly what: 'recovery code used'; readonly left: number }
  | { readonly what: 'recovery codes made' }
  | { readonly what: 'reset'; readonly by: string; readonly hasPassword: boolean }

const kinds = { passkey: 'passkey', authenticator: 'authenticator app' }

/** Tells the owner of an account what was done with its second factor, at the address of the account. */
export async function tellOwner(
  { brand, queueEmail }: Pick<Service, 'brand' | 'queueEmail'>,
  tx: Transaction,
  owner: Pick<Account, 'email' | 'displayName'>,
  news: FactorNews,
): Promise<void> {
  const { subject, happened } = textsOf(news, brand)
  const paragraphs = [
    greeting(owner.displayName),
    happened,
    `If it wasn't you, sign in at once, choose a new password, look through your second factors under My account, and tell whoever manages the users of ${brand}.`,
  ]
  await queueEmail(tx, {
    kind: 'second factor',
    lane: 'soon',
    to: owner.email,
    subject,
    body: `${paragraphs.join('\n\n')}\n`,
  })
}

function textsOf(news: FactorNews, brand: string): { subject: string; happened: string } {
  switch (news.what) {
    case 'added':
      return {
        subject: `A ${kinds[news.kind]} was added to your ${brand} account`.replace('A auth', 'An auth'),
        happened: `The ${kinds[news.kind]} ‘${inOneLine(news.name)}’ was added to your ${brand} account. It can be used to sign in from now on.`,
      }
    case 'removed':
      return {
        subject: `A ${kinds[news.kind]} was removed from your ${brand} account`.replace('A auth', 'An auth'),
        happened: `The ${kinds[news.kind]} ‘${inOneLine(news.name)}’ was removed from your ${brand} account.`,
      }
    case 'recovery code used':
      return {
        subject: `A recovery code of your ${brand} account was used`,
        happened: `Somebody, you we hope, signed in to your ${brand} account with a recovery code. ${leftInWords(news.left)}`,
      }
    case 'recovery codes made':
      return {
        subject: `New recovery codes for your ${brand} account`,
        happened: `New recovery codes were made for your ${brand} account. Those from before are good no more.`,
      }
    case 'reset':
      return {
        subject: `Your second factor in ${brand} was reset`,
        happened: `${inOneLine(news.by)} has reset the second factor of your ${brand} account: passkeys, authenticator apps and recovery codes are gone, and you are signed out everywhere. ${wayBackIn(news)}`,
      }
  }
}

function wayBackIn({ hasPassword }: { readonly hasPassword: boolean }): string {
  return hasPassword
    ? 'Your password is as it was: sign in with it, and set up a new second factor under My account.'
    : `You have no password: press ‘${firstMessages.signIn.forgot}’ on the sign-in page, and choose one by the link that you are sent.`
}

function leftInWords(left: number): string {
  if (left === 0) return 'It was the last one: make new ones under My account.'
  return left === 1 ? 'One is left.' : `${left} are left.`
}
