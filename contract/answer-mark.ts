/**
 * The header by which an answer is known as Hub's own, whatever it says. What a captive portal or a proxy answers in
 * Hub's place lacks it: a door that goes by it is closed by nobody else.
 */
export const answerMark = { name: 'hub-answer', value: '1' } as const

/**
 * The header of what a replica answered: how many seconds it was behind the database, where it can tell. From so many on people
 * are told; less is what a page takes to be read anyway.
 */
export const figuresAge = { name: 'hub-figures-age', tellFromSeconds: 5 } as const

/** True for an answer that Hub gave itself. */
export function isHubsAnswer({ headers }: { readonly headers: Pick<Headers, 'get'> }): boolean {
  return headers.get(answerMark.name) === answerMark.value
}
