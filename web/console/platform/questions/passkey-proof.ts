import type { PasskeyAssertion } from '#contract/access/passkeys.ts'
import { secondFactorApi } from '#contract/access/second-factor.ts'
import { call } from '#web/api-client.ts'
import { canUsePasskeys, signWithPasskey } from '#web/passkeys.ts'

/** Has a passkey of the signed-in person sign that it is them; null if none did. */
export async function signOwnPasskey(): Promise<PasskeyAssertion | null> {
  const asked = await call(secondFactorApi.askForProof)
  return asked.ok && asked.data.Passkey ? signWithPasskey(asked.data.Passkey) : null
}

/** Whether the signed-in person has a passkey that works here. */
export async function hasOwnPasskey(): Promise<boolean> {
  if (!canUsePasskeys()) return false
  const asked = await call(secondFactorApi.askForProof)
  return asked.ok && asked.data.Passkey !== null
}
