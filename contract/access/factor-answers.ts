import { z } from 'zod'
import { PasskeyAssertion, PasskeyRequest } from './passkeys.ts'

/** What somebody shows beside the password. */
export const factorMethods = ['passkey', 'code', 'recovery-code'] as const
export const FactorMethod = z.enum(factorMethods)
export type FactorMethod = z.infer<typeof FactorMethod>

const code = z.string().trim().min(1).max(100)

/** A second factor as it is shown: the code of an authenticator app, one of the recovery codes, or what a passkey signed. */
export const FactorAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('code'), code }),
  z.object({ kind: z.literal('recovery-code'), code }),
  z.object({ kind: z.literal('passkey'), assertion: PasskeyAssertion }),
])
export type FactorAnswer = z.infer<typeof FactorAnswer>

/** How a right password is answered where the account has a second factor. The challenge is good for one sign-in, for 5 minutes. */
export const SecondFactorNeeded = z.object({
  code: z.literal('second-factor-needed'),
  challenge: z.string(),
  methods: z.array(FactorMethod),
  /** What to ask a passkey for; null where the account has none, or where they don't work. */
  passkey: PasskeyRequest.nullable(),
})
export type SecondFactorNeeded = z.infer<typeof SecondFactorNeeded>

/** The answer to such a challenge. */
export const FactorGiven = z.object({ challenge: z.string().max(200), answer: FactorAnswer })
export type FactorGiven = z.infer<typeof FactorGiven>
