import sql from 'sql-template-tag'
import type { Origin } from '#platform/call'
import type { Transaction } from '#platform/database'
import { type RateLimiter, type Guess, networkOf } from '#platform/limits'
import { hashOf } from '#platform/secrets'
import type { Account } from './accounts.ts'
import type { Devices } from './devices.ts'

/** Where a call came from, as far as lockout and audit trail care. */
export type Caller = Pick<Origin, 'address' | 'requestId'> & {
  /** The cookie by which a device is known. */
  readonly device: string | null
  /** What the browser says of itself. */
  readonly userAgent: string
}

const minutes = 15
const limits = {
  /** At one password, from one address. */
  signIn: { kind: 'sign-in', most: 5, minutes },
  /** At one password, by strangers wherever they are. */
  signInFromAnywhere: { kind: 'sign-in-from-anywhere', most: 20, minutes },
  /** At any password, from one address. */
  signInByAddress: { kind: 'sign-in-by-address', most: 30, minutes },
  /** At one password, from a device that signed in with it before. */
  signInByDevice: { kind: 'sign-in-by-device', most: 10, minutes },
  /** At the password of whoever is signed in, in their session. */
  proof: { kind: 'proof', most: 10, minutes },
  /** Of new addresses that one account asks for. */
  emailChange: { kind: 'email-change', most: 5, minutes },
  /** At the second factor of one account, from one address. */
  code: { kind: 'second-factor', most: 5, minutes },
  /** The same, by strangers wherever they are, who know the password: a code has but a million values. */
  codeFromAnywhere: { kind: 'second-factor-from-anywhere', most: 10, minutes },
  codeInADay: { kind: 'second-factor-in-a-day', most: 50, minutes: 24 * 60 },
  /** The same, from a device that signed in to the account before. */
  codeByDevice: { kind: 'second-factor-by-device', most: 10, minutes },
  /** The same, by whomever: devices are known for the asking to whoever has the password, or the mailbox. */
  codeByAnybody: { kind: 'second-factor-by-anybody', most: 30, minutes },
  codeByAnybodyInADay: { kind: 'second-factor-by-anybody-in-a-day', most: 150, minutes: 24 * 60 },
  codeByDeviceInADay: { kind: 'second-factor-by-device-in-a-day', most: 50, minutes: 24 * 60 },
  /** For one recipient, by strangers. */
  reset: { kind: 'reset', most: 5, minutes },
  /** For any recipient, from one address. */
  resetByAddress: { kind: 'reset-by-address', most: 30, minutes },
  /** For the owner of the device. */
  resetByDevice: { kind: 'reset-by-device', most: 5, minutes },
} satisfies Record<string, Guess['limit']>

/** Whom an attempt is about: what was typed, and the account that this is, if there is one. */
export type Target = { readonly email: string; readonly account: Account | null }

/**
 * How often identity lets people try. Strangers share their counts; a device that signed in before has its own, so
 * that nothing strangers do keeps the owner of an account out of it.
 */
export type Lockout = {
  /** Counts a sign-in as failed before it is made, or refuses it. */
  countSignIn(target: Target, caller: Caller): Promise<CountedSignIn>
  /** Counts it as failed before it is made that somebody proves themself in their session, or refuses it. */
  countProof(sessionId: string): Promise<CountedSignIn>
  /** Counts an e-mail to a new address of an account before it is sent, or refuses it. */
  countEmailChange(uid: string): Promise<void>
  /** Counts a code of an account's second factor as wrong before it is looked at, or refuses it. */
  countCode(account: Account, caller: Caller): Promise<CountedSignIn>
  /** Counts an e-mail with a link before it is sent, or refuses it. */
  countReset(target: Target, caller: Caller): Promise<void>
}

export type CountedSignIn = {
  /** It turned out right: what failed before is forgiven, too. */
  readonly forgive: () => Promise<void>
  /** It was never looked at, for this reason. */
  readonly takeBack: (reason: unknown) => Promise<never>
  /** Once it has failed, the account is closed to whoever is counted with them. */
  readonly isLast: boolean
}

/** Identity's policy on the platform's counts. */
export function createLockout(rateLimiter: RateLimiter, devices: Devices): Lockout {
  /** Counts at once what the right answer makes good: all of the narrow one, and of the wide ones this guess alone. */
  const count = async (narrow: Guess, wide: readonly Guess[]): Promise<CountedSignIn> => {
    const reached = await rateLimiter.count([narrow, ...wide])
    return {
      // What is counted by the address alone closes that, and no account.
      isLast: reached.some(({ kind }) => kind !== limits.signInByAddress.kind),
      forgive: async () => {
        await rateLimiter.forget([narrow])
        if (wide.length > 0) await rateLimiter.takeBack(wide)
      },
      takeBack: async (reason) => {
        await rateLimiter.takeBack([narrow, ...wide])
        throw reason
      },
    }
  }
  return {
    async countSignIn(target, { address, device }) {
      const own = devices.knownAs(device, target.account)
      return own
        ? count({ limit: limits.signInByDevice, subject: own }, [])
        : count(strangersGuess(target, address), strangersShare(target, address))
    },
    async countCode(account, { address, device }) {
      const own = devices.knownAs(device, account)
      const [narrow, ...wide] = own ? devicesCodes(own) : strangersCodes(account, address)
      return count(narrow, [...wide, ...everybodysCodes(account)])
    },
    // By the session alone: nothing that strangers do at the sign-in counts here, nor what happens in another session.
    countProof: (sessionId) => count({ limit: limits.proof, subject: sessionId }, []),
    countEmailChange: async (uid) =>
      void (await rateLimiter.count([{ limit: limits.emailChange, subject: uid }])),
    async countReset({ email, account }, { address, device }) {
      const own = devices.knownAs(device, account)
      await rateLimiter.count(
        own
          ? [{ limit: limits.resetByDevice, subject: own }]
          : [
              { limit: limits.reset, subject: email },
              { limit: limits.resetByAddress, subject: networkOf(address) },
            ],
      )
    },
  }
}

const devicesCodes = (own: string): [Guess, ...Guess[]] => [
  { limit: limits.codeByDevice, subject: own },
  { limit: limits.codeByDeviceInADay, subject: own },
]

const strangersCodes = ({ uid }: Account, address: string): [Guess, ...Guess[]] => [
  { limit: limits.code, subject: `${uid} ${networkOf(address)}` },
  { limit: limits.codeFromAnywhere, subject: uid },
  { limit: limits.codeInADay, subject: uid },
]

const everybodysCodes = ({ uid }: Account): Guess[] => [
  { limit: limits.codeByAnybody, subject: uid },
  { limit: limits.codeByAnybodyInADay, subject: uid },
]

const strangersGuess = (target: Target, address: string): Guess => ({
  limit: limits.signIn,
  subject: `${passwordOf(target)} ${networkOf(address)}`,
})

const strangersShare = (target: Target, address: string): Guess[] => [
  { limit: limits.signInFromAnywhere, subject: passwordOf(target) },
  { limit: limits.signInByAddress, subject: networkOf(address) },
]

/** Forgets what strangers failed at an account, whichever way and from wherever; tells how much there was. */
export function forgetFailures(tx: Transaction, account: Account): Promise<number> {
  const password = passwordOf({ email: account.email, account })
  const subjects = [password, account.uid, account.email]
  const kinds = Object.values(limits).map(({ kind }) => kind)
  return tx.run(sql`
    delete from attempt where kind = any(${kinds})
      and (subject = any(${subjects}) or split_part(subject, ' ', 1) = any(${subjects.slice(0, 2)}))`)
}

/** What is guessed: this password of this account. Whoever sets another starts anew, also where others had failed. */
function passwordOf({ email, account }: Target): string {
  return account ? hashOf(`${account.uid} ${account.passwordHash}`).toString('base64url') : email
}
