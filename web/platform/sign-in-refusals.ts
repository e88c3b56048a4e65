import { microsoftWords } from '#contract/access/microsoft-words.ts'
import { businessEnded, businessSuspended } from '#contract/business/standing-words.ts'
import { firstMessages as messages } from '#contract/first-messages.ts'
import { withRetryTime } from '#contract/values/retry-words.ts'
import type { Failure } from './http.ts'

/** What is wrong with which field. */
export type CredentialErrors = { email?: string; password?: string }

const text = messages.signIn

/** What the identity service refused, and in how long it can be tried again. */
type Refused = Pick<Failure, 'code' | 'retryAfter'>

/** Where a refused sign-in says so; null where only a toast can. */
export function signInErrors({ code, retryAfter }: Refused): CredentialErrors | null {
  if (code === 'wrong-password') return { password: text.wrongPassword }
  if (code === 'too-many-attempts') return { password: tooMany(retryAfter) }
  if (code === 'business-suspended') return { password: businessSuspended }
  if (code === 'business-ended') return { password: businessEnded }
  return accountErrors(code)
}

/** The same for a refused reset, which has an e-mail field alone. */
export function resetErrors({ code, retryAfter }: Refused): CredentialErrors | null {
  return code === 'too-many-attempts' ? { email: tooMany(retryAfter) } : accountErrors(code)
}

const tooMany = (retryAfter: string | null = null) => withRetryTime(text.tooManyAttempts, retryAfter)

function accountErrors(code: string | null): CredentialErrors | null {
  if (code === 'invalid-email') return { email: text.invalidEmail }
  if (code === 'user-not-found') return { email: text.userNotFound }
  if (code === 'user-disabled') return { email: text.userDisabled }
  if (code === 'use-microsoft') return { email: microsoftWords.useMicrosoft }
  if (code === 'use-passkey') return { email: microsoftWords.usePasskey }
  return null
}
