import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { heldPass } from '#tests/records/passes.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const visit = (row: { path: string }, code: string, page?: string) =>
  hub.app.inject({ url: row.path.replace('{code}', code), query: page === undefined ? {} : { page } })

test.each([api.getApplePass, api.saveGooglePass])(
  '$title leads back to its page, if it is refused',
  async (row) => {
    const refused = await visit(row, `p-${'x'.repeat(43)}`, 'Code_of-1')
    expect([refused.statusCode, refused.headers.location]).toEqual([
      303,
      '/claim/Code_of-1?refused=not_found',
    ])
  },
)

test('what names no page of ours is answered in words for programs', async () => {
  for (const page of [undefined, '', '//elsewhere.example', '../login', 'a'.repeat(200)]) {
    const refused = await visit(api.getApplePass, `p-${'x'.repeat(43)}`, page)
    expect([page, refused.statusCode, refused.json().ErrorCode]).toEqual([page, 404, 'not_found'])
  }
})

test('a hundred members of a club fetch their cards within a minute, by one address', async () => {
  const { holderKey } = await heldPass(hub)
  // Which of them it is makes no difference to the limit of the address.
  for (let i = 0; i < 100; i++)
    expect((await visit(api.saveGooglePass, `p-${'x'.repeat(43)}`)).statusCode).toBe(404)
  expect((await visit(api.getApplePass, holderKey)).statusCode).toBe(200)
})

test('one too many of an address leads back as well', async () => {
  const answers: (string | undefined)[] = []
  for (let i = 0; i < 320; i++) {
    const { headers } = await visit(api.saveGooglePass, `p-${'y'.repeat(43)}`, 'mine')
    answers.push(headers.location)
  }
  expect(answers.at(-1)).toBe('/claim/mine?refused=too_many_requests')
})
