import { z } from 'zod'
import { messages } from '#contract/messages.ts'

/** Why a call came to nothing. `status` is 0 when no answer arrived at all. */
export type Failure = {
  ok: false
  status: number
  /** What to tell the person. */
  message: string
  code: string | null
  /** What is wrong with single fields, by their name in the body. */
  errors: Record<string, string>
}

/** What every call comes back with: no status is ever thrown. */
export type Answer<Data> = { ok: true; data: Data } | Failure

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
export async function send<Output extends z.ZodType>(
  url: string,
  init: RequestInit,
  output: Output,
): Promise<Answer<z.output<Output>>> {
  try {
    const response = await fetch(url, init)
    const body = parseJson(await response.text())
    if (!response.ok) return refusal(response.status, body)
    const read = output.safeParse(body)
    return read.success ? { ok: true, data: read.data } : unreadable(response.status)
  } catch (error) {
    if (init.signal?.aborted) throw error
    return unreadable(0)
  }
}

function refusal(status: number, body: unknown): Failure {
  const { ErrorMessage, ErrorCode, Errors, code } = RefusalBody.parse(body)
  return {
    ok: false,
    status,
    message: ErrorMessage ?? messages.generic.httpError(status),
    code: ErrorCode ?? code ?? null,
    errors: Errors ?? {},
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
