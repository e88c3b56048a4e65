import type { IdentityCode } from '#contract/access/identity.ts'

/** What is on record of those who were not let in: each is an action of the trail, with what it is called among people. */
export const refusedEntries = {
  refusedEntry: 'Refused sign-in',
  lockOut: 'Lockout',
} as const
export type RefusedEntry = keyof typeof refusedEntries

/** Why somebody was not let in, by the code that they were told. What isn't here is no refusal of a person. */
export const refusedReasons: Readonly<Partial<Record<IdentityCode, string>> & { too_many_attempts: string }> =
  {
    'wrong-password': 'Wrong password',
    'wrong-code': 'Wrong code',
    'passkey-refused': 'Passkey refused',
    'user-disabled': 'Account disabled',
    'user-not-found': 'Unknown address',
    'use-microsoft': 'Signs in with Microsoft',
    'use-passkey': 'Signs in with a passkey',
    'provider-not-supported': 'No password set',
    too_many_attempts: 'Locked',
  }

/** Why an account was locked. */
export const lockReasons = { password: 'Wrong passwords', code: 'Wrong codes' } as const
export type LockReason = (typeof lockReasons)[keyof typeof lockReasons]
