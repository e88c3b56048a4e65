import { secondFactorWords } from '#contract/access/second-factor-words.ts'
import type { OwnProof } from '#contract/access/second-factor.ts'
import { Refusal } from '#platform/refusals'
import { type Caller, findByUid, keepsPassword, refuse, requireUsable } from '#server/identity/accounts'
import { type CheckedAnswer, checkAnswer } from '#server/identity/factors'
import type { Service } from '#server/identity/service'
import { checkCredentials } from './sign-in.ts'

/**
 * Checks that a signed-in person is still who they were: by their password, or by their second factor. A wrong one counts
 * as one at sign-in does. Refused in a sentence: whoever asks is past the sign-in page, which has words of its own.
 */
export async function checkProof(
  service: Service,
  uid: string,
  proof: OwnProof,
  caller: Caller,
): Promise<CheckedAnswer> {
  const { spend, forgive } = await check(service, uid, proof, caller).catch(tellInASentence)
  return { spend: (tx) => spend(tx).catch(tellInASentence), forgive }
}

async function check(service: Service, uid: string, proof: OwnProof, caller: Caller): Promise<CheckedAnswer> {
  const account = requireUsable(await findByUid(service.db, uid))
  if (proof.kind !== 'password') return checkAnswer(service, account, proof, { purpose: 'prove' }, caller)
  const checked = await checkCredentials(service, { email: account.email, password: proof.password }, caller)
  return {
    spend: async (tx) => {
      if (!(await keepsPassword(tx, checked))) throw refuse('wrong-password')
    },
    forgive: async () => undefined,
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
  return new Refusal(403, 'wrong_proof', secondFactorWords.wrongProof)
}
