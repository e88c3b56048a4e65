import type { z } from 'zod'
import { proveAgain } from '#contract/access/step-up.ts'
import type { SignedIn } from '#contract/access/identity.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { firstMessages as messages } from '#contract/first-messages.ts'
import { exchange, sendRequest, type Answer, type Failure, type Fetching, type Reader } from './http.ts'
import { authorization, refreshToken, tokenOwner } from './token.ts'

export type { Answer, Failure } from './http.ts'

// A part that takes nothing is left out, one of which everything is optional may be.
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Record<never, never> extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value }

/** What a call of this row takes: `params` for its path, `query`, `body`. */
export type CallInput<Row extends Endpoint> = Part<'params', z.input<Row['params']>> &
  Part<'query', z.input<Row['query']>> &
  Part<'body', z.input<Row['body']>>

type LooseInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

export type CallOptions = {
  idempotencyKey?: string
  signal?: AbortSignal
  /** Who makes it: nobody else does in their place. Without it, whose page this is at that moment. */
  as?: string | undefined
  /** Made by this token alone, whoever's page it is. */
  token?: string
}

/** Makes the call of a contract row. Never throws for a status; a token that ran out is renewed on the way. */
export function call<Row extends Endpoint>(
  row: Row,
  input?: CallInput<Row>,
  options: CallOptions = {},
): Promise<Answer<z.output<Row['output']>>> {
  const request = () => {
    const { url, init } = requestOf(row, input, options)
    const under = row.method === 'GET' ? underWay(url) : null
    return sendRequest<Row['output']>(url, init, row.output, under ?? undefined)
  }
  const isByItself = row.access.kind === 'anyone' || options.token !== undefined
  return isByItself ? request() : withFreshToken(request, options)
}

let underWay: (url: string) => Fetching | null = () => null

/** Has reads answered by what was asked for before; null of what wasn't. */
export function answerBy(take: typeof underWay): void {
  underWay = take
}

/** Makes the call of a row that answers with a file; `read` gets the response while it is still coming. */
export function callForFile<Row extends Endpoint, Data>(
  row: Row,
  input: CallInput<Row>,
  options: CallOptions,
  read: Reader<Data>,
): Promise<Answer<Data>> {
  return withFreshToken(() => {
    const { url, init } = requestOf(row, input, options)
    return exchange(url, init, read)
  }, options)
}

/** Fetches the next page of a list by its link. Only the link's path is used: the token goes to this origin alone. */
export function callNext<Output extends z.ZodType>(
  href: string,
  output: Output,
  options: CallOptions = {},
): Promise<Answer<z.output<Output>>> {
  const { pathname, search } = new URL(href, location.origin)
  const request = () =>
    sendRequest(pathname + search, { headers: authorization(), signal: options.signal ?? null }, output)
  return withFreshToken(request, options)
}

/** What the session wants to hear about. What it promises says whether a call that was refused is worth repeating. */
export type SessionWatch = {
  /** It has ended on the server: its user may sign in again over the page, and what they were at goes on. */
  ended(): Promise<boolean>
  /** Its user may no longer make a call. */
  forbidden(): void
  /** The call moves money or authority: its user has to show again who they are, for the reason that the server says. */
  asked(sentence: string): Promise<boolean>
  /** The browser's cookie is somebody else's by now: the page is theirs from here on. */
  replaced(by: SignedIn): void
}

const never = async () => false
let watch: SessionWatch = {
  ended: never,
  forbidden: () => undefined,
  asked: never,
  replaced: () => undefined,
}

/** Registers the one listener. */
export function watchSession(listener: SessionWatch): void {
  watch = listener
}

const ofAnother: Failure = {
  ok: false,
  status: 401,
  code: 'other-user',
  message: messages.generic.otherUser,
  errors: {},
}

async function withFreshToken<Data>(
  request: () => Promise<Answer<Data>>,
  { as = tokenOwner() ?? undefined }: CallOptions,
): Promise<Answer<Data>> {
  for (;;) {
    if (!isStill(as)) return ofAnother
    const answer = await withRenewedToken(request, as)
    if (answer.ok || answer === ofAnother || !(await isWorthRepeating(answer))) return answer
  }
}

async function withRenewedToken<Data>(
  request: () => Promise<Answer<Data>>,
  as: string | undefined,
): Promise<Answer<Data>> {
  const answer = await request()
  if (answer.ok || answer.status !== 401) return answer
  const refreshed = await refreshToken()
  // Or nobody any more: whoever it was has signed out.
  if (!isStill(as)) return tokenOwner() === null ? answer : ofAnother
  if (!refreshed.ok) return isRefusedSession(refreshed) ? answer : refreshed
  if (isStill(refreshed.data.user.uid)) return request()
  watch.replaced(refreshed.data)
  return ofAnother
}

/** Whether the page is still theirs who make the call. */
function isStill(as: string | undefined): boolean {
  return as === undefined || as === tokenOwner()
}

/** The same call, with the same key: the page waits as it is, and nobody types anything twice. */
async function isWorthRepeating({ status, code, message }: Failure): Promise<boolean> {
  if (status === 401) return watch.ended()
  if (code === proveAgain) return watch.asked(message)
  if (status === 403) watch.forbidden()
  return false
}

/** True when a refresh failed because the session is over, rather than because of the network or a busy server. */
export function isRefusedSession(failure: Failure): boolean {
  return failure.status === 401 || failure.status === 403
}

function requestOf<Row extends Endpoint>(row: Row, input: CallInput<Row> | undefined, options: CallOptions) {
  const { params, query, body } = (input ?? {}) as LooseInput
  const content = contentOf(body)
  const init: RequestInit = {
    method: row.method,
    headers: {
      ...authorization(options.token),
      // The browser names a form's type itself, with the line that its parts are kept apart by.
      ...(typeof content === 'string' ? { 'Content-Type': 'application/json' } : {}),
      ...(options.idempotencyKey ? { 'Idempotency-Key': options.idempotencyKey } : {}),
    },
    body: content,
    signal: options.signal ?? null,
  }
  return { url: fillPath(row.path, params) + queryString(query), init }
}

/** A body with a file in it goes as a form, every other as JSON. */
function contentOf(body: unknown): string | FormData | null {
  if (body === undefined) return null
  const fields = Object.entries(body ?? {}) as [string, unknown][]
  if (!fields.some(([, value]) => value instanceof Blob)) return JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value instanceof Blob ? value : String(value))
  return form
}

function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

function queryString(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`
}
