import { afterEach, expect, test, vi } from 'vitest'
import { answerMark } from '#contract/answer-mark.ts'
import { eventScansApi } from '#contract/events/event-scans.ts'
import { forgetToken, keepToken } from '#web/token.ts'
import { closesDoor, createCalls } from './calls.ts'
import { doorOf } from './test-door.ts'

afterEach(() => void vi.unstubAllGlobals())

const marked = { [answerMark.name]: answerMark.value }
const calls = createCalls({ businessId: 'club', eventId: 'night' }, null)
const portal = (status: number) => new Response('<h1>Welcome to our Wi-Fi</h1>', { status })

/** Has each call be answered so, by the last part of its path. */
function answering(answers: Record<string, () => Response>) {
  vi.stubGlobal('fetch', async (url: string) => answers[url.split('/').at(-1)!]!())
}

test.each([200, 302, 401, 403, 404, 409, 429, 503, 511])(
  'what somebody else answers with %i is no answer, to a call, to a part of the list, and for a token',
  async (status) => {
    answering({ door: () => portal(status), one: () => portal(status) })
    expect(await calls.call(eventScansApi.getDoor)).toMatchObject({ ok: false, status: 0 })
    expect(await calls.fetchPart('one')).toMatchObject({ ok: false, status: 0 })
    const refused = () => Response.json({ ErrorMessage: 'Sign in.' }, { status: 401, headers: marked })
    answering({ door: refused, token: () => portal(status) })
    expect(await calls.call(eventScansApi.getDoor)).toMatchObject({ ok: false, status: 0 })
  },
)

test('also where it is the very answer, without the mark', async () => {
  answering({ door: () => Response.json(doorOf()) })
  expect(await calls.call(eventScansApi.getDoor)).toMatchObject({ ok: false, status: 0 })
  answering({ door: () => Response.json(doorOf(), { headers: marked }) })
  expect(await calls.call(eventScansApi.getDoor)).toMatchObject({ ok: true })
})

test('a door whose browser is another person’s by now goes on in nobody’s name', async () => {
  const signedInAs = (uid: string) => ({
    token: uid,
    expiresAt: '2026-01-01T00:00:00Z',
    user: { uid, email: `${uid}@club.example`, displayName: uid },
  })
  const made: (string | null)[] = []
  const answer = (uid: string) => {
    made.length = 0
    vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
      if (url.endsWith('/token')) return Response.json(signedInAs(uid), { headers: marked })
      made.push(new Headers(headers).get('authorization'))
      return made.length > 1
        ? Response.json(doorOf(), { headers: marked })
        : Response.json({ ErrorMessage: 'Sign in.' }, { status: 401, headers: marked })
    })
    return calls.call(eventScansApi.getDoor)
  }
  keepToken(signedInAs('alice'))
  expect(await answer('bob')).toMatchObject({ ok: false, status: 401 })
  expect(made).toEqual(['Bearer alice'])
  expect(await answer('alice')).toMatchObject({ ok: true })
  // A door that was just opened is whoever's the browser is.
  forgetToken()
  expect(await answer('bob')).toMatchObject({ ok: true })
  expect(made).toEqual([null, 'Bearer bob'])
  forgetToken()
})

test('Hub itself closes a door by few refusals', () => {
  const statuses = [0, 200, 400, 401, 403, 404, 408, 409, 413, 415, 429, 500, 503]
  expect(statuses.filter(closesDoor)).toEqual([401, 403, 404, 409])
})
