import { z } from 'zod'
import { endpoint, may, signedIn, superAdministrator } from '#contract/endpoint.ts'
import { needed } from '#contract/words/needed.ts'
import { isOneLine, nameInOneLine } from '#contract/words/one-line.ts'
import { FactorAnswer, FactorMethod } from './factor-answers.ts'
import { PasskeyAttestation, PasskeyCreation, PasskeyRequest } from './passkeys.ts'

const path = '/api/cherrypay/v1/me/second-factor'

/** One of the things by which somebody shows, beside the password, who they are. */
export const Factor = z.object({
  FactorId: z.string(),
  Kind: z.enum(['passkey', 'authenticator']),
  Name: z.string(),
  CreatedDate: z.iso.datetime(),
  LastUsedDate: z.iso.datetime().nullable(),
})
export type Factor = z.infer<typeof Factor>

/** How the signed-in person stands with their second factor. */
export const OwnFactors = z.object({
  Factors: z.array(Factor),
  RecoveryCodesLeft: z.number().int(),
  /** Where passkeys of this installation belong; null where its address has no name. */
  PasskeysAt: z.string().nullable(),
  UsesMicrosoft: z.boolean(),
})
export type OwnFactors = z.infer<typeof OwnFactors>

/** What people call it, to tell theirs apart. */
export const FactorName = z
  .string(needed('Name is required.'))
  .trim()
  .min(1, 'Name is required.')
  .max(60)
  .refine(isOneLine, nameInOneLine)

export const AuthenticatorCode = z
  .string(needed('Code is required.'))
  .trim()
  .min(1, 'Code is required.')
  .max(20)

/** Who asks for something grave shows that it is still them: by the password, or by a second factor. */
export const OwnProof = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('password'), password: z.string().max(1000) }),
  ...FactorAnswer.options,
])
export type OwnProof = z.infer<typeof OwnProof>

const beforeFactors = 'second factors are changed'

export const secondFactorApi = {
  listOwnFactors: endpoint({
    method: 'GET',
    path,
    title: 'Second factors of the signed-in user',
    access: signedIn,
    shows: ['secondFactor'],
    output: OwnFactors,
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: `${path}/passkey/options`,
    title: 'Begin to add a passkey',
    access: signedIn,
    changes: [],
    asksAgain: beforeFactors,
    changesNothing: true,
    answersOnce: true,
    output: PasskeyCreation,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: `${path}/passkey`,
    title: 'Add a passkey',
    access: signedIn,
    changes: ['secondFactor', 'user'],
    asksAgain: beforeFactors,
    body: z.object({ Name: FactorName, Passkey: PasskeyAttestation }),
    output: Factor,
  }),
  beginAuthenticator: endpoint({
    method: 'POST',
    path: `${path}/authenticator/secret`,
    title: 'Begin to add an authenticator app',
    access: signedIn,
    changes: [],
    asksAgain: beforeFactors,
    changesNothing: true,
    answersOnce: true,
    output: z.object({
      Challenge: z.string(),
      /** To be typed where no camera is at hand. */
      Secret: z.string(),
      Address: z.string(),
      /** The same as a picture, in SVG. */
      QrCode: z.string(),
    }),
  }),
  addAuthenticator: endpoint({
    method: 'POST',
    path: `${path}/authenticator`,
    title: 'Add an authenticator app',
    access: signedIn,
    changes: ['secondFactor', 'user'],
    asksAgain: beforeFactors,
    body: z.object({ Name: FactorName, Challenge: z.string().max(200), Code: AuthenticatorCode }),
    output: Factor,
  }),
  renameFactor: endpoint({
    method: 'PUT',
    path: `${path}/{factorId}`,
    title: 'Rename a second factor',
    access: signedIn,
    changes: ['secondFactor'],
    withoutRevision: 'Nobody but its owner changes it.',
    body: z.object({ Name: FactorName }),
    output: Factor,
  }),
  removeFactor: endpoint({
    method: 'DELETE',
    path: `${path}/{factorId}`,
    title: 'Remove a second factor',
    access: signedIn,
    changes: ['secondFactor', 'user'],
    asksAgain: beforeFactors,
  }),
  makeRecoveryCodes: endpoint({
    method: 'POST',
    path: `${path}/recovery-codes`,
    title: 'Make new recovery codes',
    access: signedIn,
    changes: ['secondFactor'],
    asksAgain: beforeFactors,
    answersOnce: true,
    output: z.object({ Codes: z.array(z.string()) }),
  }),
  askForProof: endpoint({
    method: 'POST',
    path: `${path}/proof`,
    title: 'How the signed-in user can show that it is them',
    access: signedIn,
    changes: [],
    changesNothing: true,
    answersOnce: true,
    output: z.object({
      HasPassword: z.boolean(),
      Methods: z.array(FactorMethod),
      Passkey: PasskeyRequest.nullable(),
    }),
  }),
}

/** Whoever has neither a password nor a second factor, as they sign in with Microsoft, leaves it out and has shown it lately. */
const ResetFactor = z.object({ Proof: OwnProof.optional() })

const unlessShown = {
  before: 'a second factor is reset',
  when: ({ body }: { body: unknown }) => (body as z.infer<typeof ResetFactor>).Proof === undefined,
}

/** Whoever lost theirs has it reset by somebody who shows that it is them. */
export const resetFactorApi = {
  resetUserFactor: endpoint({
    method: 'POST',
    path: '/api/cherrypay/v1/{businessId}/user/{uid}/second-factor/reset',
    title: "Reset a user's second factor",
    access: may('User.Management'),
    changes: ['user'],
    asksAgain: unlessShown,
    body: ResetFactor,
  }),
  resetAdministratorFactor: endpoint({
    method: 'POST',
    path: '/api/cherrypay/v1/administrators/{uid}/second-factor/reset',
    title: "Reset a super administrator's second factor",
    access: superAdministrator,
    changes: ['administrator'],
    asksAgain: unlessShown,
    body: ResetFactor,
  }),
}
