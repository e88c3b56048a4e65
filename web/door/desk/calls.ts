import type { z } from 'zod'
import { exchange, sendRequest, type Answer, type Fetching } from '#web/http.ts'
import { authorization, forgetToken, refreshToken, tokenOwner } from '#web/token.ts'
import { isHubsAnswer } from '#contract/answer-mark.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { identityApi } from '#contract/access/identity.ts'
import { doorListApi } from '#contract/events/doors/door-list.ts'
import { doorPhotosApi } from '#contract/events/doors/door-photos.ts'
import { sessionApi, type Me } from '#contract/access/session.ts'

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

/**
 * Gets Hub's own answer. What anybody else says in its place, as the sign-in page of a Wi-Fi does, and what Hub says when
 * it has no time, is as good as no connection.
 */
export const fromHub: Fetching = async (url, init) => {
  const response = await fetch(url, init)
  if (!isHubsAnswer(response)) throw new TypeError('Somebody else answered.')
  return response
}

/** True for the refusals that close a door. Any other is as good as no connection: it goes on alone, and tries again. */
export function closesDoor(status: number): boolean {
  return status === 401 || status === 403 || status === 404 || status === 409
}

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
    const answered = sendRequest<Row['output']>(
      search ? `${path}?${search}` : path,
      init,
      row.output,
      fromHub,
    )
    return Promise.race([answered, tooLate(longestMs)])
  }

  /** Once more with a new token of the same person, where the old one had had its time. */
  async function signedIn<Data>(make: () => Promise<Answer<Data>>): Promise<Answer<Data>> {
    const answer = await make()
    if (answer.ok || answer.status !== 401 || kit !== null) return answer
    const refreshed = await refreshToken(fromHub)
    if (!refreshed.ok) return refreshed
    // Somebody else has signed in, in this browser: whose door it was says who goes on with it.
    return tokenOwner() === refreshed.data.user.uid ? make() : answer
  }

  return {
    /** Makes a call of this door; a status of 0 says that there is no connection. */
    call: <Row extends Endpoint>(row: Row, input: Input<Row> = {}, longestMs = patienceMs) =>
      signedIn(() => once(row, input, longestMs)),
    /** Fetches a part of the list, however long that takes while something comes. */
    fetchPart: (part: string) =>
      signedIn(() => readSlowly(pathOf(doorListApi.getDoorListPart, { part }), bearer())),
    /** Fetches the photo of somebody who was scanned. */
    fetchPhoto: (photoId: string) =>
      signedIn(() => readPhoto(pathOf(doorPhotosApi.getDoorPhoto, { photoId }), bearer())),
  }
}

export type DoorCall = ReturnType<typeof createCalls>['call']
export type FetchPhoto = ReturnType<typeof createCalls>['fetchPhoto']
export type FetchPart = ReturnType<typeof createCalls>['fetchPart']

function readPhoto(path: string, headers: Record<string, string>): Promise<Answer<Blob>> {
  const read = async (response: Response) => ({ ok: true, data: await response.blob() }) as const
  return exchange(path, { headers }, read, fromHub)
}

async function readSlowly(path: string, headers: Record<string, string>): Promise<Answer<string>> {
  const stalled = new AbortController()
  let timer = setTimeout(() => stalled.abort(), stallMs)
  try {
    const read = async (response: Response): Promise<Answer<string>> => {
      const texts = response.body!.pipeThrough(new TextDecoderStream()).getReader()
      let data = ''
      for (;;) {
        const { value, done } = await texts.read()
        if (done) return { ok: true, data }
        data += value
        clearTimeout(timer)
        timer = setTimeout(() => stalled.abort(), stallMs)
      }
    }
    return await exchange(path, { headers, signal: stalled.signal }, read, fromHub)
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
  const answer = await Promise.race([sendRequest(path, { method }, output, fromHub), tooLate()])
  return answer.ok && answer.data.Demo
}

/** Whose session this is, and of which business; null where nobody can be asked. */
export async function whoIsSignedIn(): Promise<Me | null> {
  const { method, path, output } = sessionApi.getMe
  const answer = await Promise.race([
    sendRequest(path, { method, headers: authorization() }, output, fromHub),
    tooLate(),
  ])
  return answer.ok ? answer.data : null
}

/** True for the staff of a door's business. To nobody else names are shown, and what is refused to others says nothing of it. */
export function worksAt({ businessId }: Place, account: Me | null): boolean {
  return account !== null && (account.BusinessId ?? businessId) === businessId
}

/** Ends the session of this browser, so that somebody else can sign in; what is wrong, or null. */
export async function signOut(): Promise<string | null> {
  const { method, path, output } = identityApi.signOut
  const answer = await sendRequest(path, { method }, output, fromHub)
  if (!answer.ok) return 'There is no connection. Try again when there is one.'
  forgetToken()
  return null
}
