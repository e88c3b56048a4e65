import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { Endpoint } from '#contract/endpoint.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { samples } from '#tests/samples/samples.ts'
import { freshCard, tillOf } from '#tests/till.ts'

const business = { businessId: 'harbourside' }
let hub: TestHub
let till: ReturnType<typeof tillOf>
beforeAll(async () => {
  hub = await startTestHub()
  till = tillOf(hub)
})
afterAll(() => hub.close())

describe('an API key', () => {
  const newKey = async (VenueNo = '1') =>
    (
      await hub.as(people.superAdmin)(api.createApiKey, {
        params: business,
        body: { Name: 'Another till', VenueNo },
      })
    ).body
  const anyCall = (secret: string, businessId = 'harbourside') =>
    hub.asTill(secret)(api.tillLookup, { params: { businessId }, body: { Code: 'x' } })

  test('opens the calls of tills and no others', async () => {
    for (const [name, row] of Object.entries(api as Record<string, Endpoint>)) {
      if (row.access.kind === 'anyone' || row.access.kind === 'till') continue
      const sample = samples[name as keyof typeof samples]
      const answer = await hub.asTill()(row, { ...sample, params: { ...business, ...sample.params } })
      expect([401, 403], name).toContain(answer.status)
    }
  })

  test('works in its own business, until it is revoked or its venue is deleted', async () => {
    const { Secret, ApiKey } = await newKey()
    expect((await anyCall(Secret)).status).toBe(404)
    expect(await anyCall(Secret, 'valley-golf')).toMatchObject({
      status: 401,
      error: { ErrorMessage: 'This API key does not work here.' },
    })
    await hub.as(people.superAdmin)(api.revokeApiKey, { params: { ...business, apiKeyId: ApiKey.ApiKeyId } })
    expect((await anyCall(Secret)).status).toBe(401)
    const { Secret: sports } = await newKey('2')
    expect((await anyCall(sports)).status).toBe(404)
    await hub.as(people.superAdmin)(api.deleteVenue, { params: { ...business, venueId: '2' } })
    expect((await anyCall(sports)).status).toBe(401)
    const query = { undelete: 'true' } as const
    await hub.as(people.superAdmin)(api.deleteVenue, { params: { ...business, venueId: '2' }, query })
    expect((await anyCall(sports)).status).toBe(404)
  })

  test('of the same venue settles a hold, of another it does not', async () => {
    const same = tillOf(hub, (await newKey('1')).Secret)
    const other = tillOf(hub, (await newKey('2')).Secret)
    const { number } = await freshCard(hub)
    const { body: held } = await till.hold(number, 10)
    expect((await other.capture(held.HoldId)).status).toBe(404)
    expect((await other.release(held.HoldId)).status).toBe(404)
    const { body: sold } = await same.capture(held.HoldId)
    expect(sold.Balance).toBe(40)
    expect((await other.refund(sold)).status).toBe(404)
    expect((await same.refund(sold)).body.Balance).toBe(50)
  })

  test('settles no hold that is not a till’s, and refunds nothing that is not a sale', async () => {
    const { rows } = await hub.owner.query(
      `select hold_id as id from ledger_hold where business_id = 'harbourside' and outcome is null
         and hold_id::text not in (select hold_id from till_hold) limit 1`,
    )
    expect((await till.capture(rows[0].id)).status).toBe(404)
    expect((await till.release(rows[0].id)).status).toBe(404)
    const { number } = await freshCard(hub)
    const { body: held } = await till.hold(number, 5)
    expect((await till.refund(held)).status).toBe(404)
    expect((await till.capture('nonsense')).status).toBe(404)
  })
})

test('the toy till of the demo has no key where there is no demo', async () => {
  expect((await hub.as(null)(api.getDemoTill)).status).toBe(404)
})
