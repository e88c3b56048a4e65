import { factorSignInApi } from '#contract/access/factor-sign-in.ts'
import type { SignedIn } from '#contract/access/identity.ts'
import type { PasskeyAssertion } from '#contract/access/passkeys.ts'
import { secondFactorWords } from '#contract/access/second-factor-words.ts'
import { messages } from '#contract/messages.ts'
import { call } from '#web/api-client.ts'
import { signWithPasskey } from '#web/passkeys.ts'
import { refusedSentence } from '#features/identity/refused-sentence.ts'

/** What goes on with whoever is signed in: answers why not where it doesn't. */
type GoOn = (signedIn: SignedIn) => Promise<string | null>

/** Asks for a passkey, and signs in with it. Answers why it came to nothing, or null: also where it was called off. */
export async function signInWithPasskey(goOn: GoOn): Promise<string | null> {
  const request = await call(factorSignInApi.askForPasskey)
  if (!request.ok) return refusedSentence(request) ?? messages.signIn.failed
  return signInWith(await signWithPasskey(request.data), goOn)
}

/** The same with what a passkey has signed. */
export async function signInWith(assertion: PasskeyAssertion | null, goOn: GoOn): Promise<string | null> {
  // Called off: they know.
  if (!assertion) return null
  const answer = await call(factorSignInApi.signInWithPasskey, { body: { assertion } })
  if (!answer.ok) return refusedSentence(answer) ?? secondFactorWords.passkeyRefused
  return goOn(answer.data)
}
