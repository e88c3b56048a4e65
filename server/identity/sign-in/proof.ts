import { secondFactorWords } from '#contract/access/second-factor-words.ts'
import type { OwnProof } from '#contract/access/second-factor.ts'
import { lockReasons } from '#contract/audit/refused-entries.ts'
import { busy, Refusal } from '#platform/refusals'
import {
  type Account,
  type Caller,
  findByUid,
  keepsPassword,
  refuse,
  requireUsable,
} from '#server/identity/accounts'
import { type CheckedAnswer, checkAnswer, hasFactor } from '#server/identity/factors'
import type { Self } from '#server/identity/own-account'
import { isPassword } from '#server/identity/passwords'
import type { Refused, Service } from '#server/identity/service'

/**
 * Checks that a signed-in person is still who they were: by their password, or by their second factor. Who has neither
 * shows nothing here; their call asks that they have done so lately. Refused in a sentence: whoever asks is past the
 * sign-in page, which has words of its own.
 */
export async function checkProof(
  service: Service,
  self: Self,
  proof: OwnProof | undefined,
  caller: Caller,
): Promise<CheckedAnswer> {
  const { spend, forgive } = await check(service, self, proof, caller).catch(tellInASentence)
  return { spend: (tx) => spend(tx).catch(tellInASentence), forgive }
}

async function check(
  service: Service,
  { uid, sessionId }: Self,
  proof: OwnProof | undefined,
  caller: Caller,
): Promise<CheckedAnswer> {
  const account = requireUsable(await findByUid(service.db, uid))
  if (proof) return checkShown(service, sessionId, account, proof, caller)
  if (account.passwordHash !== null || (await hasFactor(service.db, uid))) throw refuse('wrong-password')
  return { spend: async () => undefined, forgive: async () => undefined }
}

/** What somebody shows in their session: a password by the count of the session, so that no stranger's guesses are in it. */
export function checkShown(
  service: Service,
  sid: string,
  account: Account,
  proof: OwnProof,
  caller: Caller,
): Promise<CheckedAnswer> {
  const refused = { target: { email: account.email, account }, caller }
  return service.refusedEntries.during(refused, () =>
    proof.kind === 'password'
      ? checkPassword(service, sid, account, refused, proof.password)
      : checkAnswer(service, account, proof, { purpose: 'prove' }, caller),
  )
}

/** Every failure counts towards the lockout of the session. */
async function checkPassword(
  service: Service,
  sid: string,
  account: Account,
  refused: Refused,
  password: string,
): Promise<CheckedAnswer> {
  const { uid, passwordHash } = account
  if (!passwordHash) throw refuse('provider-not-supported')
  const counted = await service.lockout.countProof(sid)
  // What we had no time to look at is no failure.
  const isRight = await isPassword(uid, passwordHash, password).catch(counted.takeBack)
  if (!isRight) {
    if (counted.isLast) service.refusedEntries.lockedOut(refused, lockReasons.password)
    throw refuse('wrong-password')
  }
  return {
    spend: async (tx) => {
      if (!(await keepsPassword(tx, account))) throw refuse('not-signed-in')
    },
    forgive: counted.forgive,
  }
}

function tellInASentence(error: unknown): never {
  throw error instanceof Refusal ? inASentence(error) : error
}

/** What identity refuses with a code alone, for a person to read. */
function inASentence(refusal: Refusal): Refusal {
  const isOfIdentity = refusal.message === refusal.code
  if (!isOfIdentity) return refusal
  if (refusal.code === 'invalid-challenge')
    return new Refusal(409, 'challenge_over', secondFactorWords.tookTooLong)
  // Too many are being looked at: nobody has seen yet whether it is right.
  if (refusal.code === 'too-many-attempts') return busy()
  return new Refusal(403, 'wrong_proof', secondFactorWords.wrongProof)
}
