import type { Endpoint } from '#contract/endpoint.ts'

/** How long it is believed that somebody is still who they showed to be: a sign-in counts, too. */
export const provenForMs = 15 * 60 * 1000

/** The code of a refusal that goes away once the caller has shown again who they are. */
export const proveAgain = 'prove_again'

/** What is said to a caller who has to show again who they are; null where this call asks nobody. */
export function whyProve(
  { asksAgain }: Pick<Endpoint, 'asksAgain'>,
  input: { readonly query: unknown; readonly body: unknown },
): string | null {
  if (asksAgain === undefined) return null
  const { before, when } = typeof asksAgain === 'string' ? { before: asksAgain, when: always } : asksAgain
  return when(input) ? `Confirm that it is you before ${before}.` : null
}

const always = () => true
