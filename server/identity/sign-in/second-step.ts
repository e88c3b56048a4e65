import type { FactorGiven } from '#contract/access/factor-answers.ts'
import { factorSignInApi } from '#contract/access/factor-sign-in.ts'
import type { PasskeyAssertion, PasskeyRequest } from '#contract/access/passkeys.ts'
import { type Caller, findByUid, refuse, requireUsable } from '#server/identity/accounts'
import {
  checkPasskey,
  findPasskey,
  issueChallenge,
  readChallenge,
  relyingPartyAt,
  requestOf,
} from '#server/identity/factors'
import type { Service } from '#server/identity/service'
import { checkFactor } from './ask-for-factor.ts'
import { enterAccount, type Entered } from './sign-in.ts'

/** Signs in whose password was right, once they have shown their second factor. */
export async function finishSignIn(
  service: Service,
  given: FactorGiven,
  caller: Caller,
): Promise<Entered & { readonly device: string }> {
  const asked = await readChallenge(service.db, 'sign-in', given.challenge, service.now())
  if (!asked?.uid) throw refuse('invalid-challenge')
  const found = await findByUid(service.db, asked.uid)
  const refused = { target: { email: found?.email ?? '', account: found }, caller }
  return service.refusedEntries.during(refused, async () => {
    const account = requireUsable(found)
    const { spend, forgive } = await checkFactor(service, account, given, caller)
    const action = { name: 'finishSignIn', title: factorSignInApi.finishSignIn.title }
    const entered = await enterAccount(service, account, caller, action, { alongside: spend })
    await forgive()
    return { ...entered, device: service.devices.remember(caller.device, account) }
  })
}

/** What to ask for of whoever wants to sign in with a passkey alone. */
export async function askForPasskey(service: Service): Promise<PasskeyRequest> {
  const party = relyingPartyAt(service.publicUrl())
  if (!party) throw refuse('passkeys-need-a-name')
  const challenge = await issueChallenge(service.db, 'passkey-sign-in', { uid: null }, service.now())
  return requestOf(party, null, challenge)
}

/** Signs in whose passkey this is: it stands for the password, too, as its owner has to be known to it. */
export async function signInWithPasskey(
  service: Service,
  { assertion }: { readonly assertion: PasskeyAssertion },
  caller: Caller,
): Promise<Entered> {
  const passkey = await findPasskey(service.db, assertion.id)
  const account = passkey && (await findByUid(service.db, passkey.uid))
  const refused = { target: { email: account?.email ?? '', account }, caller }
  return service.refusedEntries.during(refused, async () => {
    const { spend } = await checkPasskey(service, assertion, { purpose: 'passkey-sign-in', uid: null })
    const action = { name: 'signInWithPasskey', title: factorSignInApi.signInWithPasskey.title }
    return enterAccount(service, requireUsable(account), caller, action, { alongside: spend })
  })
}
