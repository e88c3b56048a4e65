import { z } from 'zod'
import { anyone, endpoint } from '#contract/endpoint.ts'
import { FactorGiven } from './factor-answers.ts'
import { Credentials, SignedIn } from './identity.ts'
import { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from './passkeys.ts'

/** Apart from the rest of signing in: the first page does without. */
export const factorSignInApi = {
  finishSignIn: endpoint({
    method: 'POST',
    path: '/identity/second-factor',
    title: 'Sign in with a second factor',
    access: anyone,
    changes: ['user'],
    body: FactorGiven,
    output: SignedIn,
  }),
  askForPasskey: endpoint({
    method: 'POST',
    path: '/identity/passkey/options',
    title: 'What to ask a passkey for that signs in alone',
    access: anyone,
    changes: [],
    changesNothing: true,
    output: PasskeyRequest,
  }),
  signInWithPasskey: endpoint({
    method: 'POST',
    path: '/identity/passkey',
    title: 'Sign in with a passkey',
    access: anyone,
    changes: ['user'],
    body: z.object({ assertion: PasskeyAssertion }),
    output: SignedIn,
  }),
  beginInvitedPasskey: endpoint({
    method: 'POST',
    path: '/identity/invitation/passkey/options',
    title: 'What to ask for to accept an invitation with a passkey',
    access: anyone,
    changes: [],
    changesNothing: true,
    body: z.object({ ticket: z.string().max(200) }),
    output: PasskeyCreation,
  }),
  acceptWithPasskey: endpoint({
    method: 'POST',
    path: '/identity/invitation/passkey',
    title: 'Accept an invitation with a passkey',
    access: anyone,
    changes: ['user'],
    body: z.object({ ticket: z.string().max(200), passkey: PasskeyAttestation }),
    output: SignedIn,
  }),
  linkMicrosoft: endpoint({
    method: 'POST',
    path: '/identity/link',
    title: 'Link a Microsoft account',
    access: anyone,
    changes: ['user'],
    body: Credentials.extend({ secondFactor: FactorGiven.optional() }),
    output: SignedIn,
  }),
}
