import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

test('a new venue needs no more than a name: the rest is as usual', async () => {
  const { status, body } = await hub.as(people.superAdmin)(api.createVenue, {
    params: { businessId: 'summit-bowls' },
    body: { DisplayName: 'Kiosk' },
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    DisplayName: 'Kiosk',
    Enabled: true,
    DefaultLoyaltyIntegrationId: null,
    DefaultMembershipIntegrationId: null,
    DefaultGamingIntegrationId: null,
    PointsTypes: [],
    PointsTransactionConfiguration: {
      MinimumHoldTransactionTimeToLiveSeconds: 30,
      MaximumHoldTransactionTimeToLiveSeconds: 3600,
    },
  })
})
