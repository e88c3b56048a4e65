import type { z } from 'zod'
import { exchange, send, type Answer } from '#web/http.ts'
import { signInErrors } from '#web/sign-in-refusals.ts'
import { authorization, keepToken, refreshToken } from '#web/token.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { identityApi } from '#contract/access/identity.ts'
import { messages } from '#contract/messages.ts'
import { doorListApi } from '#contract/events/door-list.ts'
import { sessionApi } from '#contract/access/session.ts'

/** Which door this is. */
export type Place = { readonly businessId: string; readonly eventId: string }

type Input<Row extends Endpoint> = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: z.input<Row['body']>
}

// A person who waits at the door isn't kept longer: then the list on the device answers.
const patienceMs = 6_000
// After so long without a single byte a connection is taken for broken.
const stallMs = 20_000

/** The calls of one door: by its kit where it has one, else by the user who is signed in. */
export function createCalls(place: Place, kit: string | null) {
  const bearer = () => (kit === null ? authorization() : { Authorization: `Bearer ${kit}` })
  const pathOf = ({ path }: Pick<Endpoint, 'path'>, params: Record<string, string>) => {
    const names: Record<string, string> = { ...place, ...params }
    return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? ''))
  }

  async function once<Row extends Endpoint>(
    row: Row,
    { params = {}, query = {}, body }: Input<Row>,
    longestMs: number,
  ): Promise<Answer<z.output<Row['output']>>> {
    const path = pathOf(row, params)
    const search = new URLSearchParams(query).toString()
    const init: RequestInit = {
      method: row.method,
      headers: {
        ...bearer(),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    }
    const answered = send<Row['output']>(search ? `${path}?${search}` : path, init, row.output)
    return Promise.race([answered, tooLate(longestMs)])
  }

  /** Once more with a new token, where the old one had had its time. */
  async function signedIn<Data>(make: () => Promise<Answer<Data>>): Promise<Answer<Data>> {
    const answer = await make()
    if (answer.ok || answer.status !== 401 || kit !== null) return answer
    const refreshed = await refreshToken()
    return refreshed.ok ? make() : refreshed
  }

  return {
    /** Makes a call of this door; a status of 0 says that there is no connection. */
    call: <Row extends Endpoint>(row: Row, input: Input<Row> = {}, longestMs = patienceMs) =>
      signedIn(() => once(row, input, longestMs)),
    /** Fetches a part of the list, however long that takes while something comes. */
    fetchPart: (part: string) =>
      signedIn(() => readSlowly(pathOf(doorListApi.getDoorListPart, { part }), bearer())),
  }
}

export type DoorCall = ReturnType<typeof createCalls>['call']
export type FetchPart = ReturnType<typeof createCalls>['fetchPart']

async function readSlowly(path: string, headers: Record<string, string>): Promise<Answer<string>> {
  const stalled = new AbortController()
  let timer = setTimeout(() => stalled.abort(), stallMs)
  try {
    return await exchange(path, { headers, signal: stalled.signal }, async (response) => {
      const texts = response.body!.pipeThrough(new TextDecoderStream()).getReader()
      let data = ''
      for (;;) {
        const { value, done } = await texts.read()
        if (done) return { ok: true, data }
        data += value
        clearTimeout(timer)
        timer = setTimeout(() => stalled.abort(), stallMs)
      }
    })
  } catch {
    return noAnswer
  } finally {
    clearTimeout(timer)
  }
}

const noAnswer = { ok: false, status: 0, message: 'No answer.', code: null, errors: {} } as const

function tooLate(afterMs = patienceMs): Promise<Answer<never>> {
  return new Promise((resolve) => setTimeout(() => resolve(noAnswer), afterMs))
}

/** Whether this is a demo; not, where nobody can be asked. */
export async function isDemo(): Promise<boolean> {
  const { method, path, output } = sessionApi.getConsoleSettings
  const answer = await Promise.race([send(path, { method }, output), tooLate()])
  return answer.ok && answer.data.Demo
}

/** Signs a user in at the door; what is wrong, or null. */
export async function signIn(email: string, password: string): Promise<string | null> {
  const { method, path, output } = identityApi.signIn
  const init = {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  }
  const answer = await send(path, init, output)
  if (answer.ok) keepToken(answer.data)
  if (answer.ok) return null
  if (answer.status === 0) return 'There is no connection.'
  return Object.values(signInErrors(answer) ?? {})[0] ?? messages.signIn.failed
}
