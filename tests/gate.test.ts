import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'

const params = { businessId: 'harbourside' }

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const knock = (token: string, url: string = api.listBusinesses.path) =>
  hub.app.inject({ url, headers: { authorization: `Bearer ${token}` } })

test('nothing that the process remembers opens it, but the tokens of those it remembers', async () => {
  for (const person of Object.values(people).filter((email) => email !== people.disabled))
    await hub.as(person)(api.listVenues, { params })
  await hub.asTill()(api.tillLookup, { params, body: { Code: 'nobody' } })
  const keys = hub.accessCache.keys()
  expect(new Set(keys.map(({ kind }) => kind))).toEqual(
    new Set(['user', 'till', 'licences', 'standing', 'visit']),
  )
  for (const { kind, key } of keys) {
    const asItself = await knock(key)
    if (kind !== 'user') expect(asItself.statusCode, `${kind} ${key}`).toBe(401)
    for (const disguised of [`${kind} ${key}`, `${kind}/${key}`, `${kind}.${key}`, ` ${key}`])
      expect((await knock(disguised)).statusCode, disguised).toBe(401)
  }
})

test('ids and tokens of any shape and length are refused and not kept', async () => {
  const before = hub.accessCache.keys().length
  const token = await hub.tokenOf(people.superAdmin)
  for (let i = 0; i < 50; i++) {
    const long = `${i}`.repeat(3_000)
    for (const forged of [
      `kit.${long}.s`,
      `kit.harbourside.${long}`,
      `hub_${long}`,
      long,
      `kit.*.${'s'.repeat(32)}`,
    ])
      expect((await knock(forged)).statusCode, forged.slice(0, 40)).toBe(401)
    const elsewhere = api.listVenues.path.replace('{businessId}', `no-such-business-${i}`)
    expect((await knock(token, elsewhere)).statusCode).toBe(404)
    expect(
      (await knock(token, api.listVenues.path.replace('{businessId}', long.slice(0, 90)))).statusCode,
    ).toBe(404)
  }
  expect(hub.accessCache.keys().length).toBe(before)
})

test('an address that knocks in vain without end is told to wait; who is signed in goes on', async () => {
  const [url, remoteAddress] = [api.getMe.path, '10.9.9.9']
  const call = (bearer: string) =>
    hub.app.inject({ url, remoteAddress, headers: { authorization: `Bearer ${bearer}` } })
  const statuses = new Set<number>()
  for (let i = 0; i <= 1_000; i++)
    statuses.add((await call(`kit.harbourside.${String(i).padStart(32, 'k')}`)).statusCode)
  expect([...statuses]).toEqual([401, 429])
  // Also who signs in only now.
  expect((await call(await hub.tokenOf(people.finance))).statusCode).toBe(200)
})
