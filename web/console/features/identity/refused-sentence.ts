import { secondFactorWords } from '#contract/access/second-factor-words.ts'
import type { Failure } from '#web/http.ts'
import { signInErrors } from '#web/sign-in-refusals.ts'

const sentences: Readonly<Record<string, string>> = {
  'wrong-code': secondFactorWords.wrongCode,
  'passkey-refused': secondFactorWords.passkeyRefused,
  'passkeys-need-a-name': secondFactorWords.notByAddress,
  'invalid-challenge': secondFactorWords.tookTooLong,
}

/** What a refused second factor or passkey says; null where nothing is known of it. */
export function refusedSentence(failure: Failure): string | null {
  const known = sentences[failure.code ?? '']
  const { email, password } = signInErrors(failure) ?? {}
  return known ?? email ?? password ?? null
}
