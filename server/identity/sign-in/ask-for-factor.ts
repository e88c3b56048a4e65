import type { FactorGiven } from '#contract/access/factor-answers.ts'
import { type Account, askForFactor, type Caller, refuse } from '#server/identity/accounts'
import {
  type CheckedAnswer,
  checkAnswer,
  hasFactor,
  issueChallenge,
  methodsOf,
  passkeysOf,
  passwordShown,
  readChallenge,
  relyingPartyAt,
  requestOf,
  spendChallenge,
} from '#server/identity/factors'
import type { Service } from '#server/identity/service'

/** Asks for the second factor of an account whose password was right, if it has one: nobody is signed in before it is shown. */
export async function requireNoFactor(service: Service, account: Account): Promise<void> {
  // An address without a name leaves an account that has nothing but passkeys no way to show one: it has it all the same.
  if (!(await hasFactor(service.db, account.uid))) return
  const methods = await methodsOf(service, service.db, account.uid)
  const shown = passwordShown(account)
  const challenge = await issueChallenge(service.db, 'sign-in', { uid: account.uid, shown }, service.now())
  const party = relyingPartyAt(service.publicUrl())
  const isByPasskey = party !== null && methods.includes('passkey')
  const passkey = isByPasskey
    ? await requestOf(party, await passkeysOf(service.db, account.uid), challenge)
    : null
  throw askForFactor({ challenge, methods, passkey })
}

/** Checks the answer to a challenge of this account, which its password got; to be used up along with what it is for. */
export async function checkFactor(
  service: Service,
  account: Account,
  { challenge, answer }: FactorGiven,
  caller: Caller,
): Promise<CheckedAnswer> {
  const asked = await readChallenge(service.db, 'sign-in', challenge, service.now())
  // Another password since then: what was shown before counts no more.
  const isTheirs = asked?.uid === account.uid && asked.shown?.equals(passwordShown(account))
  if (!isTheirs) throw refuse('invalid-challenge')
  const checked = await checkAnswer(service, account, answer, { purpose: 'sign-in', challenge }, caller)
  return {
    ...checked,
    spend: async (tx) => {
      await checked.spend(tx)
      // What a passkey signed is the challenge itself, and used up with it.
      if (answer.kind !== 'passkey' && !(await spendChallenge(tx, challenge)))
        throw refuse('invalid-challenge')
    },
  }
}
