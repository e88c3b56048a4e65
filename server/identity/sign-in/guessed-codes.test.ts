import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { demoPassword } from '#server/demo/access'
import { newBrowser } from '#tests/browser.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { addAuthenticator } from '#tests/people/factors.ts'
import { readOutbox } from '#tests/records/outbox.ts'

// Known browsers are free for the asking to whoever has the password or the mailbox: codes can't be guessed with them either.

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

test('guessing ends, too, for who has many browsers that were there before', async () => {
  const email = people.reception
  const browsers = []
  for (let n = 0; n < 4; n++) {
    const browser = newBrowser(hub.app)
    expect((await browser.signIn(email, demoPassword)).status).toBe(200)
    browsers.push(browser)
  }
  await addAuthenticator(hub, email)
  const statuses: number[] = []
  for (const browser of browsers)
    for (let n = 0; n < 9; n++) {
      const { body } = await browser.signIn(email, demoPassword)
      const answer = { kind: 'code', code: 'abc' }
      statuses.push((await browser.post('second-factor', { challenge: body.challenge, answer })).status)
    }
  expect(statuses.filter((status) => status === 401)).toHaveLength(30)
  expect(statuses.at(-1)).toBe(429)
})

test('a mailbox alone makes no browser known: a new password leaves it a stranger’s', async () => {
  const email = people.door
  await addAuthenticator(hub, email)
  await hub.as(null)(api.requestReset, { body: { email } })
  const [letter] = await readOutbox(hub.owner, hub.secret, email)
  const ticket = /ticket=([\w-]+)/.exec(letter!.body)![1]!
  const browser = newBrowser(hub.app)
  const password = 'another long password'
  expect((await browser.post('password', { ticket, password })).status).toBe(204)
  const guess = async () => {
    const { body } = await browser.signIn(email, password)
    const answer = { kind: 'code', code: 'abc' }
    return (await browser.post('second-factor', { challenge: body.challenge, answer })).status
  }
  for (let n = 0; n < 5; n++) expect(await guess()).toBe(401)
  expect(await guess()).toBe(429)
})
