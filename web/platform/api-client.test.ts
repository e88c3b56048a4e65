import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionApi } from '#contract/access/session.ts'
import { answerMark } from '#contract/answer-mark.ts'
import { todayApi } from '#contract/today/today.ts'
import { call, watchSession } from './api-client.ts'

const heard = {
  ended: vi.fn<() => Promise<boolean>>(async () => false),
  forbidden: vi.fn<() => void>(),
  asked: vi.fn<() => Promise<boolean>>(async () => false),
}
beforeEach(() => watchSession(heard))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
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
