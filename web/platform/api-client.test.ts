import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SignedIn } from '#contract/access/identity.ts'
import { sessionApi } from '#contract/access/session.ts'
import { proveAgain } from '#contract/access/step-up.ts'
import { answerMark } from '#contract/answer-mark.ts'
import { todayApi } from '#contract/today/today.ts'
import { call, watchSession } from './api-client.ts'
import { forgetToken, keepToken, refreshTokenAnew } from './token.ts'

const heard = {
  ended: vi.fn<() => Promise<boolean>>(async () => false),
  forbidden: vi.fn<() => void>(),
  asked: vi.fn<() => Promise<boolean>>(async () => false),
  replaced: vi.fn<(by: SignedIn) => void>(),
}
beforeEach(() => watchSession(heard))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  forgetToken()
})

const marked = { [answerMark.name]: answerMark.value }
const html = (status: number) => new Response('<h1>Welcome to our Wi-Fi</h1>', { status })
const json = (status: number) => Response.json({ error: 'login_required', code: 'portal' }, { status })
const ofHub = (status: number) => Response.json({ ErrorCode: 'no' }, { status, headers: marked })

/** What comes of a read where calls are answered so, and tokens so. */
function asked(answer: () => Response, token = answer) {
  vi.stubGlobal('fetch', async (url: string) => (url.endsWith('/token') ? token() : answer()))
  return call(sessionApi.getMe)
}

test.each([
  ['a page', 401, html],
  ['a page', 403, html],
  ['JSON', 401, json],
  ['JSON', 403, json],
])(
  '%s that somebody else refuses with by %i ends no session, and is no answer',
  async (_, status, refusal) => {
    expect(await asked(() => refusal(status))).toMatchObject({ ok: false, status: 0, code: null })
    // Nor where the token has had its time, and they answer to who asks for another.
    expect(
      await asked(
        () => ofHub(401),
        () => refusal(status),
      ),
    ).toMatchObject({ ok: false, status: 0, code: null })
    expect([heard.ended, heard.forbidden].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  },
)

test('Hub itself does', async () => {
  expect(await asked(() => ofHub(401))).toMatchObject({ status: 401 })
  expect(heard.ended).toHaveBeenCalledOnce()
  expect(await asked(() => ofHub(403))).toMatchObject({ status: 403 })
  expect(heard.forbidden).toHaveBeenCalledOnce()
})

test('a line of Today that a later release has added is left out, and the others are there', async () => {
  const line = (name: string) => ({
    Line: name,
    Count: 1,
    TodayCount: null,
    Items: [],
    Funds: null,
    SnoozedUntil: null,
  })
  const answered = (body: object) =>
    vi.stubGlobal('fetch', async () => Response.json(body, { headers: marked }))
  const read = () => call(todayApi.getToday, { params: { businessId: 'valley' } })
  answered({ Lines: [line('events'), line('parking'), line('jobs')], Failed: ['parking', 'due'] })
  expect(await read()).toEqual({
    ok: true,
    data: { Lines: [line('events'), line('jobs')], Failed: ['due'] },
  })
  // Of a kind that it does know, it wants to understand all.
  answered({ Lines: [{ ...line('events'), Count: 'many' }], Failed: [] })
  expect(await read()).toMatchObject({ ok: false })
})

const signedInAs = (uid: string): SignedIn => ({
  token: `of-${uid}`,
  expiresAt: '2026-01-01T00:00:00Z',
  user: { uid, email: `${uid}@club.example`, displayName: uid },
})
const tokenOf = (uid: string) => Response.json(signedInAs(uid), { headers: marked })

/** Has calls be answered so, by whose token they bring; answers with all that were made. */
function answering(answer: (bearer: string | null) => Response | Promise<Response>, token: () => Response) {
  const bearers: (string | null)[] = []
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    if (url.endsWith('/token')) return token()
    const bearer = new Headers(headers).get('authorization')
    bearers.push(bearer)
    return answer(bearer)
  })
  return bearers
}

describe('where the cookie is another person’s by now', () => {
  const refused = { ok: false, status: 401, code: 'other-user' }

  test('a call whose token ran out fails, and the page is handed to them', async () => {
    keepToken(signedInAs('alice'))
    const bearers = answering(
      (bearer) => (bearer === 'Bearer of-bob' ? Response.json({}) : ofHub(401)),
      () => tokenOf('bob'),
    )
    expect(await call(sessionApi.getMe)).toMatchObject(refused)
    expect(bearers).toEqual(['Bearer of-alice'])
    expect(heard.replaced.mock.calls).toEqual([[signedInAs('bob')]])
    expect(heard.ended).not.toHaveBeenCalled()
  })

  test('one that was refused until they proved it, or came back, isn’t repeated in the other’s name', async () => {
    keepToken(signedInAs('alice'))
    const bearers = answering(
      () => Response.json({ ErrorCode: proveAgain }, { status: 403, headers: marked }),
      () => ofHub(401),
    )
    heard.asked.mockImplementationOnce(async () => {
      keepToken(signedInAs('bob'))
      return true
    })
    expect(await call(sessionApi.getMe)).toMatchObject(refused)
    expect(bearers).toEqual(['Bearer of-alice'])
  })

  test('what one of them began is made by nobody else', async () => {
    keepToken(signedInAs('bob'))
    const bearers = answering(
      () => ofHub(500),
      () => ofHub(401),
    )
    expect(await call(sessionApi.getMe, undefined, { as: 'alice' })).toMatchObject(refused)
    expect(bearers).toEqual([])
  })

  test('an answer by the former cookie is nothing to those who have come meanwhile', async () => {
    keepToken(signedInAs('alice'))
    answering(
      () => ofHub(401),
      () => {
        keepToken(signedInAs('bob'))
        return tokenOf('alice')
      },
    )
    expect(await call(sessionApi.getMe)).toMatchObject(refused)
    expect(heard.replaced).not.toHaveBeenCalled()
  })

  test('a token that is asked for anew is of the cookie from then on', async () => {
    const answers = [tokenOf('alice'), tokenOf('bob')]
    answering(
      () => ofHub(500),
      () => answers.shift()!,
    )
    const [first, second] = await Promise.all([refreshTokenAnew(), refreshTokenAnew()])
    expect([first, second].map((each) => each.ok && each.data.user.uid)).toEqual(['alice', 'bob'])
  })
})

test('who comes back to their own session goes on, with what was refused', async () => {
  keepToken(signedInAs('alice'))
  const bearers = answering(
    () => (bearers.length > 1 ? ofHub(500) : ofHub(401)),
    () => Response.json({ ...signedInAs('alice'), token: 'later' }, { headers: marked }),
  )
  expect(await call(sessionApi.getMe)).toMatchObject({ status: 500 })
  expect(bearers).toEqual(['Bearer of-alice', 'Bearer later'])
})
