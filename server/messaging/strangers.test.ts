import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { strangerMayCause } from './strangers.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
beforeEach(() => hub.owner.query('delete from attempt'))
afterAll(() => hub.close())

const letter = { kind: 'letter', to: 'pat@example.org' }
const ask = (message = letter, { business = 'harbourside', address = null as string | null } = {}) =>
  hub.database.transaction(business, (tx) => strangerMayCause(tx, message, address))
const allowed = async (times: number, ...given: Parameters<typeof ask>) => {
  const answers: boolean[] = []
  for (let i = 0; i < times; i++) answers.push(await ask(...given))
  return answers.filter(Boolean).length
}

test('of a kind a mailbox gets a few an hour, however it is spelt and however many ask at once', async () => {
  const spellings = ['pat@example.org', 'Pat@Example.org', 'pat+1@example.org', 'pat+two@example.org']
  const asked = [...spellings, ...spellings].map((to) => ask({ ...letter, to }))
  expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(5)
  expect(await allowed(5, { kind: 'letter', to: '+61400000001' })).toBe(3)
})

test('of a kind it gets twice as many a day', async () => {
  await allowed(5)
  await hub.owner.query(`update attempt set expires_at = now() where kind = 'message an hour'`)
  await allowed(5)
  await hub.owner.query(`update attempt set expires_at = now() where kind = 'message an hour'`)
  expect(await ask()).toBe(false)
})

test('who fills it with one kind keeps no other from it, until all of them are too many', async () => {
  await allowed(9)
  expect(await allowed(9, { ...letter, kind: 'code' })).toBe(5)
  expect(await ask({ ...letter, kind: 'third' })).toBe(false)
  expect(await ask(letter, { business: 'valley-golf' })).toBe(false)
})

test('a network has its share, and then uses up nobody else’s', async () => {
  const from = (i: number, address: string) => ask({ ...letter, to: `pat${i}@example.org` }, { address })
  for (let i = 0; i < 100; i++) expect(await from(i, `2001:db8::${i + 1}`)).toBe(true)
  for (let i = 0; i < 6; i++) expect(await from(200, '2001:db8::1')).toBe(false)
  expect(await from(200, '10.0.0.1')).toBe(true)
})

test('what is undone was not counted', async () => {
  for (let i = 0; i < 6; i++)
    await hub.database
      .transaction('harbourside', async (tx) => {
        await strangerMayCause(tx, letter, null)
        throw new Error('undone')
      })
      .catch(() => undefined)
  expect(await ask()).toBe(true)
})
