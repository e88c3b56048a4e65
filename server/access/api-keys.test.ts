import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { findApiKey } from './api-keys.ts'

const harbourside = { businessId: 'harbourside' }

let hub: TestHub
let superAdmin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  superAdmin = hub.as(people.superAdmin)
})
afterAll(() => hub.close())

const create = (Name: string, VenueNo = '1', headers = {}) =>
  superAdmin(api.createApiKey, { params: harbourside, body: { Name, VenueNo }, headers })
const revoke = (apiKeyId: string) => superAdmin(api.revokeApiKey, { params: { ...harbourside, apiKeyId } })
const list = async () => (await superAdmin(api.listApiKeys, { params: harbourside })).body.Results
const find = (secret: string, businessId = 'harbourside') =>
  findApiKey(hub.database.forTenant(businessId), secret)

test('the list has those that work, newest first, then the revoked', async () => {
  const keys = await list()
  expect(keys.map(({ Name }) => Name)).toEqual(['Sports bar till', 'Main bar tills', 'Bistro trial'])
  expect(keys[0]).toMatchObject({
    VenueNo: '2',
    VenueName: 'Harbourside Sports Bar',
    CreatedByUser: 'Sam Super',
    LastUsedDate: null,
    RevokedDate: null,
  })
  expect(keys[2]?.RevokedDate).not.toBeNull()
})

describe('a new key', () => {
  test('tells its secret once; the list has only its end', async () => {
    const { body } = await create('Cellar')
    expect(body.Secret).toMatch(/^hub_[\w-]{43}$/)
    expect(body.ApiKey).toMatchObject({ Name: 'Cellar', VenueName: 'Harbourside Main Club' })
    expect(body.ApiKey.Ending).toBe(body.Secret.slice(-4))
    expect(JSON.stringify(await list())).not.toContain(body.Secret)
  })

  test('leaves no trace of its secret in the database, not even with a repeatable request', async () => {
    const key = { 'idempotency-key': 'till-1' }
    const { body } = await create('Kept nowhere', '1', key)
    const { rows: tables } = await hub.owner.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    for (const { name } of tables) {
      const { rows } = await hub.owner.query(`select from ${name} t where t::text like $1`, [
        `%${body.Secret.slice(4)}%`,
      ])
      expect(rows, name).toEqual([])
    }
    expect(await create('Kept nowhere', '1', key)).toMatchObject({
      status: 409,
      error: { ErrorCode: 'answered_once' },
    })
    expect((await list()).filter(({ Name }) => Name === 'Kept nowhere')).toHaveLength(1)
  })

  test.each([
    ['', '1', 'Name', 'Name is required.'],
    ['Till', '', 'VenueNo', 'Venue is required.'],
    ['Till', '99', 'VenueNo', 'There is no venue 99 in this business.'],
    ['Till', '3', 'VenueNo', 'There is no venue 3 in this business.'],
  ])('named "%s" for venue "%s" is refused at %s', async (name, venueNo, field, sentence) => {
    const { status, error } = await create(name, venueNo)
    expect(status).toBe(400)
    expect(error.Errors).toEqual({ [field]: sentence })
  })
})

describe('a till', () => {
  test('is known by its secret, in its own business alone', async () => {
    const { body } = await create('Bottle shop', '2')
    expect(await find(body.Secret)).toEqual({
      apiKeyId: body.ApiKey.ApiKeyId,
      name: 'Bottle shop',
      isClosed: false,
      venueNo: '2',
      venueName: 'Harbourside Sports Bar',
      longestHoldSeconds: expect.any(Number),
    })
    expect(await find(body.Secret, 'valley-golf')).toBeNull()
    expect(await find(`${body.Secret}x`)).toBeNull()
  })

  test('is noted as used once a minute at the most', async () => {
    const { body } = await create('Bistro')
    const used = async () =>
      (await list()).find(({ ApiKeyId }) => ApiKeyId === body.ApiKey.ApiKeyId)?.LastUsedDate
    await find(body.Secret)
    const first = await used()
    expect(first).toBeTruthy()
    await find(body.Secret)
    expect(await used()).toBe(first)
    await hub.owner.query(
      `update api_key set last_used_at = now() - interval '61 seconds' where api_key_id = $1`,
      [body.ApiKey.ApiKeyId],
    )
    await find(body.Secret)
    expect(Date.parse((await used()) ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? ''))
  })

  test('of a revoked key is unknown at once, and a key is revoked once', async () => {
    const { body } = await create('Lost')
    const { ApiKeyId } = body.ApiKey
    expect((await revoke(ApiKeyId)).body.RevokedDate).not.toBeNull()
    expect(await find(body.Secret)).toBeNull()
    expect(await revoke(ApiKeyId)).toMatchObject({
      status: 409,
      error: { ErrorMessage: 'This API key has been revoked already.' },
    })
    const { rows } = await hub.owner.query(
      `select before, after from audit_entry where action = 'revokeApiKey' and record_id = $1`,
      [ApiKeyId],
    )
    expect(rows).toEqual([{ before: { Revoked: false }, after: { Revoked: true } }])
  })

  test('of a deleted venue is unknown', async () => {
    const { body } = await create('Sports bar', '2')
    await superAdmin(api.deleteVenue, { params: { ...harbourside, venueId: '2' } })
    expect(await find(body.Secret)).toBeNull()
  })
})

test("a business's administrator can not see or make keys", async () => {
  const admin = hub.as(people.admin)
  expect((await admin(api.listApiKeys, { params: harbourside })).status).toBe(403)
  const body = { Name: 'Till', VenueNo: '1' }
  expect((await admin(api.createApiKey, { params: harbourside, body })).status).toBe(403)
})
