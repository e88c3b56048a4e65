import { messages } from '#contract/messages.ts'

/** What is wrong with which field. */
export type CredentialErrors = { email?: string; password?: string }

const text = messages.signIn

/** Where a refused sign-in says so; null where only a toast can. */
export function signInErrors(code: string | null): CredentialErrors | null {
  if (code === 'wrong-password') return { password: text.wrongPassword }
  if (code === 'too-many-attempts') return { password: text.tooManyAttempts }
  return accountErrors(code)
}

/** The same for a refused reset, which has an e-mail field alone. */
export function resetErrors(code: string | null): CredentialErrors | null {
  return code === 'too-many-attempts' ? { email: text.tooManyAttempts } : accountErrors(code)
}

function accountErrors(code: string | null): CredentialErrors | null {
  if (code === 'invalid-email') return { email: text.invalidEmail }
  if (code === 'user-not-found') return { email: text.userNotFound }
  if (code === 'user-disabled') return { email: text.userDisabled }
  return null
}
