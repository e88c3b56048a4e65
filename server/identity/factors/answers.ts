import type { FactorAnswer, FactorMethod } from '#contract/access/factor-answers.ts'
import type { PasskeyAssertion } from '#contract/access/passkeys.ts'
import { lockReasons } from '#contract/audit/refused-entries.ts'
import type { Queries, Transaction } from '#platform/database'
import { type Account, type Caller, refuse } from '#server/identity/accounts'
import type { Service } from '#server/identity/service'
import { stepOfCode, spendStep } from './authenticator.ts'
import { type Purpose, readChallenge, spendChallenge } from './challenges.ts'
import { authenticatorsOf, factorsOf, findPasskey } from './factor-rows.ts'
import { tellOwner } from './notices.ts'
import { challengeIn, signedCounter, spendPasskey } from './passkeys.ts'
import { codesLeft, spendCode } from './recovery-codes.ts'
import { relyingPartyAt } from './relying-party.ts'

/** A second factor that was found right. */
export type CheckedAnswer = {
  /** To be done in the transaction of what the answer was given for: uses it up, or refuses where somebody was faster. */
  readonly spend: (tx: Transaction) => Promise<void>
  /** To be done once that is committed: what was counted as a wrong guess was none. */
  readonly forgive: () => Promise<void>
}

/** By which an account can show a second factor; none where it has no factor. */
export async function methodsOf(service: Service, db: Queries, uid: string): Promise<FactorMethod[]> {
  const factors = await factorsOf(db, uid)
  if (factors.length === 0) return []
  const has = (kind: 'passkey' | 'authenticator') => factors.some((factor) => factor.Kind === kind)
  const canUsePasskeys = relyingPartyAt(service.publicUrl()) !== null
  return [
    ...(has('passkey') && canUsePasskeys ? (['passkey'] as const) : []),
    ...(has('authenticator') ? (['code'] as const) : []),
    ...((await codesLeft(db, uid)) > 0 ? (['recovery-code'] as const) : []),
  ]
}

/** Checks a second factor of an account. Codes can be guessed, so each counts as wrong before it is looked at. */
export async function checkAnswer(
  service: Service,
  account: Account,
  answer: FactorAnswer,
  asked: Pick<Asked, 'purpose' | 'challenge'>,
  caller: Caller,
): Promise<CheckedAnswer> {
  if (answer.kind === 'passkey')
    return checkPasskey(service, answer.assertion, { ...asked, uid: account.uid })
  const { forgive, isLast } = await service.lockout.countCode(account, caller)
  const wrongCode = () => {
    const refused = { target: { email: account.email, account }, caller }
    if (isLast) service.refusedEntries.lockedOut(refused, lockReasons.code)
    return refuse('wrong-code')
  }
  if (answer.kind === 'recovery-code')
    return { spend: (tx) => spendRecoveryCode(service, tx, account, answer.code, wrongCode), forgive }
  const now = service.now()
  for (const authenticator of await authenticatorsOf(service.db, account.uid)) {
    const step = stepOfCode(service.factorVault, authenticator, answer.code, now)
    if (step === null) continue
    const spend = async (tx: Transaction) => {
      if (!(await spendStep(tx, authenticator, step, now))) throw wrongCode()
    }
    return { spend, forgive }
  }
  throw wrongCode()
}

async function spendRecoveryCode(
  service: Service,
  tx: Transaction,
  account: Account,
  code: string,
  wrongCode: () => Error,
) {
  if (!(await spendCode(tx, account.uid, code))) throw wrongCode()
  const left = await codesLeft(tx, account.uid)
  await tellOwner(service, tx, account, { what: 'recovery code used', left })
}

/** What a passkey was asked to sign: for what, of whom (null where that is yet to be seen), and which if that is known. */
export type Asked = { readonly purpose: Purpose; readonly uid: string | null; readonly challenge?: string }

/** Checks what a passkey has signed. */
export async function checkPasskey(
  service: Service,
  assertion: PasskeyAssertion,
  asked: Asked,
): Promise<CheckedAnswer & { readonly uid: string }> {
  const party = relyingPartyAt(service.publicUrl())
  if (!party) throw refuse('passkeys-need-a-name')
  const now = service.now()
  const challenge = await requireChallenge(service, assertion, asked)
  const passkey = await findPasskey(service.db, assertion.id)
  const isTheirs = passkey && (asked.uid === null || passkey.uid === asked.uid)
  const isAlone = asked.uid === null
  const counter = isTheirs && (await signedCounter(party, passkey, assertion, challenge, { isAlone }))
  if (!isTheirs || typeof counter !== 'number') throw refuse('passkey-refused')
  return {
    uid: passkey.uid,
    spend: async (tx) => {
      if (!(await spendChallenge(tx, challenge))) throw refuse('invalid-challenge')
      if (!(await spendPasskey(tx, passkey, counter, now))) throw refuse('passkey-refused')
    },
    // Nobody guesses a signature, so none was counted.
    forgive: async () => undefined,
  }
}

async function requireChallenge(
  service: Service,
  assertion: PasskeyAssertion,
  asked: Asked,
): Promise<string> {
  const challenge = challengeIn(assertion)
  const known = challenge && (await readChallenge(service.db, asked.purpose, challenge, service.now()))
  const isAsked = asked.challenge === undefined || asked.challenge === challenge
  if (!known || known.uid !== asked.uid || !isAsked) throw refuse('invalid-challenge')
  return challenge
}
