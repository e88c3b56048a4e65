import { microsoftWords } from '#contract/access/microsoft-words.ts'
import { firstMessages as messages } from '#contract/first-messages.ts'
import { signInErrors, type CredentialErrors } from '#web/sign-in-refusals.ts'

/** How somebody comes to the sign-in screen: by themselves, or sent back from Microsoft. */
export type Arrival = {
  email: string
  errors: CredentialErrors | null
  /** The Microsoft account fits an account with a password: they can be linked. */
  isLinkable: boolean
  /** What only a toast can say. */
  failure: string | null
}

/** Takes the outcome of a Microsoft sign-in out of the address, so that a reload doesn't repeat it. */
export function takeArrival(): Arrival {
  const outcome = new URLSearchParams(location.hash.slice(1))
  const code = outcome.get('code')
  const email = outcome.get('email') ?? ''
  if (location.pathname !== '/sign-in' || code === null)
    return { email: '', errors: null, isLinkable: false, failure: null }
  // Back at the page asked for before: whoever signs in now goes on there.
  const wanted = URL.parse(outcome.get('to') ?? '/', location.origin)
  history.replaceState(null, '', wanted?.origin === location.origin ? wanted : '/')
  const errors = signInErrors({ code })
  const isLinkable = code === 'account-exists'
  return { email, errors, isLinkable, failure: errors || isLinkable ? null : failureOf(code) }
}

const failures: Readonly<Record<string, string>> = {
  'provider-not-supported': messages.signIn.providerNotSupported,
  'microsoft-in-use': microsoftWords.inUse,
  'invalid-ticket': microsoftWords.linkEnded,
}

function failureOf(code: string): string {
  return failures[code] ?? messages.signIn.failed
}
