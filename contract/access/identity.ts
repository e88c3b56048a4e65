import { z } from 'zod'
import { anyone, endpoint } from '#contract/endpoint.ts'
import { firstPaths } from '#contract/first-paths.ts'
import { PasskeyAssertion } from './passkeys.ts'

/** Why the identity service refuses: its error bodies are `{ code }`. */
export const identityCodes = [
  'invalid-email',
  'user-not-found',
  'user-disabled',
  // The password is right, and the business that the user belongs to is suspended.
  'business-suspended',
  // The same of one that is ended.
  'business-ended',
  'wrong-password',
  'too-many-attempts',
  'provider-not-supported',
  'account-exists',
  'microsoft-not-set-up',
  'microsoft-failed',
  'microsoft-in-use',
  'use-microsoft',
  // There is no password to link a Microsoft account by: it signs in with a passkey.
  'use-passkey',
  'invalid-password',
  'guessable-password',
  'invalid-ticket',
  'invalid-request',
  'not-signed-in',
  // The password is right, and there is a second factor to be shown: the body says which, and has a challenge.
  'second-factor-needed',
  'wrong-code',
  'passkey-refused',
  'passkeys-need-a-name',
  'invalid-challenge',
] as const

export const IdentityCode = z.enum(identityCodes)
export type IdentityCode = z.infer<typeof IdentityCode>

/** A password is long rather than complicated, and not among the first that are tried. */
export const shortestPassword = 10
export const guessablePassword = 'This password is easily guessed. Use a longer one, or several words.'

/** How long after its `auth_time` a session ends, unless the account's `autoLogOut` is false. */
export const sessionLengthMs = 8 * 60 * 60 * 1000

/** The claims of a signed-in token. The API accepts one that carries `hubAdminApiRole`, or both `cherryPayRole` and `businessId`. */
export const TokenClaims = z.object({
  sub: z.string(),
  sid: z.string(),
  email: z.string(),
  name: z.string(),
  auth_time: z.number(),
  exp: z.number(),
  cherryPayRole: z.string().optional(),
  businessId: z.string().optional(),
  hubAdminApiRole: z.string().optional(),
  autoLogOut: z.boolean().optional(),
})
export type TokenClaims = z.infer<typeof TokenClaims>

/** What a sign-in or a refresh answers. */
export const SignedIn = z.object({
  token: z.string(),
  expiresAt: z.iso.datetime(),
  user: z.object({ uid: z.string(), email: z.string(), displayName: z.string() }),
})
export type SignedIn = z.infer<typeof SignedIn>

/** How somebody who is signed in shows again who they are. */
export const Proof = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('password'), password: z.string().max(1000) }),
  z.object({ kind: z.literal('passkey'), assertion: PasskeyAssertion }),
])
export type Proof = z.infer<typeof Proof>

export const Credentials = z.object({ email: z.string().max(320), password: z.string().max(1000) })

export const identityApi = {
  signIn: endpoint({
    method: 'POST',
    path: '/identity/sign-in',
    title: 'Sign in',
    access: anyone,
    changes: ['user'],
    body: Credentials,
    output: SignedIn,
  }),
  refreshToken: endpoint({
    method: 'POST',
    path: firstPaths.token,
    title: 'Refresh the token of a session',
    access: anyone,
    changes: [],
    output: SignedIn,
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/identity/sign-out',
    title: 'Sign out',
    access: anyone,
    changes: [],
  }),
  prove: endpoint({
    method: 'POST',
    path: '/identity/prove',
    title: 'Show again who one is',
    access: anyone,
    changes: [],
    body: Proof,
  }),
  requestReset: endpoint({
    method: 'POST',
    path: '/identity/reset',
    title: 'Ask for a password reset',
    access: anyone,
    changes: [],
    body: z.object({ email: z.string().max(320) }),
  }),
  describeTicket: endpoint({
    method: 'POST',
    path: '/identity/ticket',
    title: 'See whose password a link sets',
    access: anyone,
    changes: [],
    body: z.object({ ticket: z.string().max(200) }),
    output: z.object({ email: z.string(), displayName: z.string(), kind: z.enum(['invitation', 'reset']) }),
  }),
  setPassword: endpoint({
    method: 'POST',
    path: '/identity/password',
    title: 'Set a password',
    access: anyone,
    changes: ['user'],
    body: z.object({ ticket: z.string().max(200), password: z.string().max(1000) }),
  }),
  describeEmailChange: endpoint({
    method: 'POST',
    path: '/identity/email-change',
    title: 'See which address a link confirms',
    access: anyone,
    changes: [],
    body: z.object({ ticket: z.string().max(200) }),
    output: z.object({ email: z.string(), newEmail: z.string() }),
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/identity/email',
    title: 'Confirm an e-mail address',
    access: anyone,
    changes: ['account', 'user'],
    body: z.object({ ticket: z.string().max(200) }),
  }),
  acceptWithMicrosoft: endpoint({
    method: 'POST',
    path: '/identity/microsoft/invitation',
    title: 'Accept an invitation with Microsoft',
    access: anyone,
    changes: [],
    body: z.object({ ticket: z.string().max(200) }),
    /** Where at Microsoft the browser goes on; it comes back as after a sign-in. */
    output: z.object({ url: z.string() }),
  }),
  listSigningKeys: endpoint({
    method: 'GET',
    path: '/identity/.well-known/jwks.json',
    title: 'Public keys of the tokens',
    access: anyone,
    // They belong to the installation.
    shows: [],
    output: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  }),
}

/** Where the browser goes to sign in with Microsoft; it comes back to `/sign-in#code=…` or to `to`. */
export const microsoftSignInPath = '/identity/microsoft'
