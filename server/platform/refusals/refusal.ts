import type { ErrorBody } from '#contract/endpoint.ts'

/**
 * A call the server won't carry out, said in a sentence a person can act on.
 * Thrown anywhere, it undoes the call's transaction and becomes the error body in one place.
 */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string> | undefined
  /** What a till prints of it. */
  receipt?: readonly string[]
  /** Of a save that somebody else was faster than: what it would have changed. */
  differences?: NonNullable<ErrorBody['Differences']>
  /** In how many seconds it may be worth trying again. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: string,
    sentence: string,
    fields?: Record<string, string>,
    retryAfter?: number,
  ) {
    super(sentence)
    this.status = status
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
  }
}

/** 400: the input is wrong; `fields` says where. */
export function invalid(sentence: string, fields?: Record<string, string>): Refusal {
  return new Refusal(400, 'invalid_input', sentence, fields)
}

/** 404: there is no such thing, or it is another business's, which must look the same. */
export function notFound(thing: string): Refusal {
  return new Refusal(404, 'not_found', `${thing} was not found.`)
}

/** 403: the user may not do that. */
export function forbidden(sentence: string): Refusal {
  return new Refusal(403, 'forbidden', sentence)
}

/** 409: the state of things doesn't allow it; the code says which rule, `fields` where a form shows it. */
export function conflict(code: string, sentence: string, fields?: Record<string, string>): Refusal {
  return new Refusal(409, code, sentence, fields)
}

/** 401: there is no valid session behind the call. */
export function notSignedIn(sentence = 'Sign in to go on.'): Refusal {
  return new Refusal(401, 'not_signed_in', sentence)
}

/** 503: it can't be done just now, and may well be in a moment. */
export function busy(sentence = 'Hub is busy. Try again in a moment.', retryAfter = 1): Refusal {
  return new Refusal(503, 'busy', sentence, undefined, retryAfter)
}
