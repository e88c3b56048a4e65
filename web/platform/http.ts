import { z } from 'zod'
import { figuresAge, isHubsAnswer } from '#contract/answer-mark.ts'
import { firstMessages as messages } from '#contract/first-messages.ts'
import { withRetryTime } from '#contract/values/retry-words.ts'

/** Why a call came to nothing. `status` is 0 when no answer arrived at all. */
export type Failure = {
  ok: false
  status: number
  /** What to tell the person. */
  message: string
  code: string | null
  /** What is wrong with single fields, by their name in the body. */
  errors: Record<string, string>
  /** In how many seconds it may be worth trying again, as the answer says it. */
  retryAfter?: string | null
  /** The whole refusal, for those who know what else it may say. */
  body?: unknown
}

/** What every call comes back with: no status is ever thrown. */
export type Answer<Data> =
  | {
      ok: true
      data: Data
      /** By how many seconds it was out of date already, where Hub says so. */
      age?: number
    }
  | Failure

// The API refuses with ErrorMessage, ErrorCode and Errors, the identity service with a code alone.
const RefusalBody = z
  .object({
    ErrorMessage: z.string(),
    ErrorCode: z.string(),
    Errors: z.record(z.string(), z.string()),
    code: z.string(),
  })
  .partial()
  .catch({})

/** Sends one request and reads its answer; throws only when the caller itself called it off. */
export function sendRequest<Output extends z.ZodType>(
  url: string,
  init: RequestInit,
  output: Output,
  fetching?: Fetching,
): Promise<Answer<z.output<Output>>> {
  const read: Reader<z.output<Output>> = async (response) => {
    const parsed = output.safeParse(parseJson(await response.text()))
    if (!parsed.success) return unreadable(response.status)
    const age = Number(response.headers.get(figuresAge.name))
    return { ok: true, data: parsed.data, ...(age > 0 && { age }) }
  }
  return exchange(url, init, read, fetching)
}

/** Gets a response; it may throw at one that is as good as none. */
export type Fetching = (url: string, init: RequestInit) => Promise<Response>

/** Makes something of a response that is no refusal. */
export type Reader<Data> = (response: Response) => Promise<Answer<Data>>

/** The same for what isn't JSON: `read` gets the response while it is still coming. */
export async function exchange<Data>(
  url: string,
  init: RequestInit,
  read: Reader<Data>,
  fetching: Fetching = (at, by) => fetch(at, by),
): Promise<Answer<Data>> {
  try {
    const response = await fetching(url, init)
    if (response.ok) return await read(response)
    // Nobody else ends a session, or takes a right away: what the sign-in page of a Wi-Fi says is as good as no answer.
    if ((response.status === 401 || response.status === 403) && !isHubsAnswer(response)) return unreadable(0)
    return refusal(response, parseJson(await response.text()))
  } catch (error) {
    if (init.signal?.aborted) throw error
    return unreadable(0)
  }
}

function refusal({ status, headers }: Response, body: unknown): Failure {
  const { ErrorMessage, ErrorCode, Errors, code } = RefusalBody.parse(body)
  const retryAfter = headers.get('retry-after')
  return {
    ok: false,
    status,
    message: ErrorMessage ? withRetryTime(ErrorMessage, retryAfter) : messages.generic.httpError(status),
    code: ErrorCode ?? code ?? null,
    errors: Errors ?? {},
    retryAfter,
    body,
  }
}

function unreadable(status: number): Failure {
  return { ok: false, status, message: messages.generic.unknownError, code: null, errors: {} }
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
