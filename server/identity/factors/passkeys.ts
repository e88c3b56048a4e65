import { createHash } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import sql from 'sql-template-tag'
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from '#contract/access/passkeys.ts'
import type { Transaction } from '#platform/database'
import { isSameSecret } from '#platform/secrets'
import { challengeLifetimeMs } from './challenges.ts'
import type { PasskeyRow } from './factor-rows.ts'
import type { RelyingParty } from './relying-party.ts'

// EdDSA, ES256 and RS256: what authenticators have, and every version of Node knows for good.
const supportedAlgorithmIDs = [-8, -7, -257]

type Owner = { readonly uid: string; readonly email: string; readonly displayName: string }

/** What an authenticator knows the account by: it says nothing of its owner to whoever finds the key. */
function handleOf(uid: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(`hub passkey ${uid}`).digest())
}

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))

const described = ({ credentialId, transports }: PasskeyRow) => ({
  id: credentialId,
  transports: [...transports],
})

/** Whether a passkey is to stand for the password as well: then whoever holds it has to be known to it. */
type Use = { readonly isAlone: boolean }

/** What to ask an authenticator for that is to make a passkey, one that it offers by itself when asked for any. */
export async function creationOf(
  party: RelyingParty,
  brand: string,
  owner: Owner,
  known: readonly PasskeyRow[],
  challenge: string,
  { isAlone }: Use = { isAlone: false },
): Promise<PasskeyCreation> {
  const options = await generateRegistrationOptions({
    rpName: brand,
    rpID: party.id,
    userID: handleOf(owner.uid),
    userName: owner.email,
    userDisplayName: owner.displayName,
    challenge: bytesOf(challenge),
    timeout: challengeLifetimeMs,
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: 'required', userVerification: isAlone ? 'required' : 'preferred' },
  })
  return options as PasskeyCreation
}

/** What to ask for to have something signed: by one of these, or by any that the authenticator has for us. */
export async function requestOf(
  party: RelyingParty,
  known: readonly PasskeyRow[] | null,
  challenge: string,
): Promise<PasskeyRequest> {
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytesOf(challenge),
    timeout: challengeLifetimeMs,
    // Alone, it stands for the password as well: then whoever holds it has to be known to it.
    userVerification: known ? 'preferred' : 'required',
    ...(known && { allowCredentials: known.map(described) }),
  })
  return options as PasskeyRequest
}

/** The challenge that an authenticator says to have answered; null of what can't be read. */
export function challengeIn({ response }: PasskeyAssertion | PasskeyAttestation): string | null {
  try {
    const said: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())
    const { challenge } = Object(said) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

/** The passkey that was made for this challenge, at our address; null if anything about it is wrong. */
export async function madePasskey(
  party: RelyingParty,
  attestation: PasskeyAttestation,
  challenge: string,
  { isAlone }: Use = { isAlone: false },
) {
  const { transports = [] } = attestation.response
  // The library throws at whatever it doesn't like.
  const verified = await verifyRegistrationResponse({
    response: {
      ...attestation,
      response: { ...attestation.response, transports },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: isAlone,
    supportedAlgorithmIDs,
  }).catch(() => null)
  if (!verified?.verified) return null
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports }
}

/** How often the passkey says to have signed, if this is its answer to the challenge, given at our address; otherwise null. */
export async function signedCounter(
  party: RelyingParty,
  passkey: PasskeyRow,
  assertion: PasskeyAssertion,
  challenge: string,
  { isAlone }: Use,
): Promise<number | null> {
  const { userHandle, ...response } = assertion.response
  if (!isOwnHandle(passkey, userHandle ?? null)) return null
  const verified = await verifyAuthenticationResponse({
    response: { ...assertion, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: passkey.credentialId,
      publicKey: Uint8Array.from(passkey.publicKey),
      counter: passkey.counter,
    },
    requireUserVerification: isAlone,
  }).catch(() => null)
  return verified?.verified ? verified.authenticationInfo.newCounter : null
}

function isOwnHandle({ uid }: PasskeyRow, userHandle: string | null): boolean {
  return userHandle === null || isSameSecret(userHandle, Buffer.from(handleOf(uid)).toString('base64url'))
}

/**
 * Notes that a passkey has signed. False where its counter doesn't go on from the last time: then there is a copy of it.
 * Many authenticators count nothing, and always say 0.
 */
export async function spendPasskey(
  tx: Transaction,
  { factorId }: PasskeyRow,
  counter: number,
  now: Date,
): Promise<boolean> {
  const used = await tx.run(sql`
    update identity.factor set counter = ${counter}, last_used_at = ${now}
    where factor_id = ${factorId} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`)
  return used === 1
}
