import { withRetryTime } from '#contract/values/retry-words.ts'

/** What a call answered. A refusal has a sentence, and may have one for each field. */
export type Answer<Data> =
  | { ok: true; data: Data }
  | { ok: false; status: number; message: string; errors: Record<string, string> }

/** Asks the server something; every way it can go wrong is an answer with a sentence. */
export async function ask<Data>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
  secret?: string,
): Promise<Answer<Data>> {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(secret && { authorization: `Bearer ${secret}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
      // Nobody waits for ever for what has got lost; files, which come with a secret, take their time.
      signal: AbortSignal.timeout(secret ? 300_000 : 60_000),
    })
    const content = (await response.json()) as unknown
    if (response.ok) return { ok: true, data: content as Data }
    const { ErrorMessage = 'Something went wrong. Try again.', Errors = {} } = content as {
      ErrorMessage?: string
      Errors?: Record<string, string>
    }
    const message = withRetryTime(ErrorMessage, response.headers.get('retry-after'))
    return { ok: false, status: response.status, message, errors: Errors }
  } catch {
    const message = 'There is no connection at the moment. What you filled in is still here: try again.'
    return { ok: false, status: 0, message, errors: {} }
  }
}
