import type { RequestAnswers } from '#contract/requests/request-answers.ts'

/** Says what is on file for a field; nothing where nothing is, or nobody knows yet whose it is. */
export function keptWords(value: string | null | undefined): string | undefined {
  return value ? `On file: ${value}` : undefined
}

/** An address in one line. */
export function addressLine(address: RequestAnswers['Address'] | undefined): string {
  if (!address) return ''
  const { AddressLine1, AddressLine2, Suburb, State, PostCode } = address
  const locality = [Suburb, State, PostCode].filter(Boolean).join(' ')
  return [AddressLine1, AddressLine2, locality].filter(Boolean).join(', ')
}

/** Which news somebody wants. */
export function marketingWords(answers: RequestAnswers | null): string {
  const ways = [answers?.AcceptsEmailMarketing && 'by e-mail', answers?.AcceptsMobileMarketing && 'by SMS']
  return ways.filter(Boolean).join(', ')
}

/** What a member has to do about what is right: nothing. */
export function LeaveEmpty() {
  return <p className="dim">Fill in what has changed. What you leave empty stays as it is on file.</p>
}
