import { z } from 'zod'

/** What goes to `navigator.credentials` and comes back from there, as WebAuthn writes it in JSON; bytes are base64url. */
const bytes = (most: number) => z.string().min(1).max(most)
const transports = z.array(z.string().max(30)).max(10)

const KnownCredential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})

/** What an authenticator is asked to make. */
export const PasskeyCreation = z.object({
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: z.array(KnownCredential),
  authenticatorSelection: z.object({
    residentKey: z.enum(['required', 'preferred', 'discouraged']),
    requireResidentKey: z.boolean(),
    userVerification: z.enum(['required', 'preferred', 'discouraged']),
  }),
  attestation: z.enum(['none']),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

/** What an authenticator is asked to sign. Without credentials it offers those that it has for us. */
export const PasskeyRequest = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number(),
  allowCredentials: z.array(KnownCredential).optional(),
  userVerification: z.enum(['required', 'preferred']),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

/** A passkey that was made. */
export const PasskeyAttestation = z.object({
  id: bytes(2_000),
  rawId: bytes(2_000),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(5_000),
    attestationObject: bytes(20_000),
    transports: transports.optional(),
  }),
})
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>

/** What a passkey has signed. */
export const PasskeyAssertion = z.object({
  id: bytes(2_000),
  rawId: bytes(2_000),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(5_000),
    authenticatorData: bytes(5_000),
    signature: bytes(10_000),
    userHandle: z.string().max(200).nullish(),
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>
