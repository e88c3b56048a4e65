/**
 * The header by which an answer is known as Hub's own, whatever it says. What a captive portal or a proxy answers in
 * Hub's place lacks it: a door that goes by it is closed by nobody else.
 */
export const answerMark = { name: 'hub-answer', value: '1' } as const

/** True for an answer that Hub gave itself. */
export function isHubsAnswer({ headers }: { readonly headers: Pick<Headers, 'get'> }): boolean {
  return headers.get(answerMark.name) === answerMark.value
}
