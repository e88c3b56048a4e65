import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { EnumName, MemberDataField } from '#contract/business/configuration.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

const harbourside = { businessId: 'harbourside' }

let hub: TestHub
let door: Caller
beforeAll(async () => {
  hub = await startTestHub()
  door = hub.as(people.door)
})
afterAll(() => hub.close())

const closedList = async (name: EnumName) =>
  (await door(api.listEnum, { params: { ...harbourside, name } })).body.Results
const memberData = async (field: MemberDataField, query = {}) =>
  (await door(api.listMemberData, { params: { ...harbourside, field }, query })).body.Results

test('the configuration is the business with its card programs, for every user of it', async () => {
  const { body } = await door(api.getConfiguration, { params: harbourside })
  expect(body).toMatchObject({
    BusinessId: 'harbourside',
    DisplayName: 'Harbourside Leagues Club',
    LicencedHubProducts: ['pay', 'check', 'HubMembership'],
  })
  expect(body.VenueSummaries).toHaveLength(2)
  expect(body.CardPrograms).toHaveLength(4)
})

describe('a closed list', () => {
  test('has the months by number', async () => {
    const months = await closedList('CalendarMonths')
    expect(months).toHaveLength(12)
    expect(months[0]).toEqual({ Key: '1', Value: 'January' })
    expect(months[11]).toEqual({ Key: '12', Value: 'December' })
  })

  test('has what can become of a card order', async () => {
    const statuses = await closedList('CherryPayCardOrderStatus')
    expect(statuses.map(({ Key }) => Key)).toEqual([
      'Incomplete',
      'Ordered',
      'Completed',
      'Cancelled',
      'Archived',
    ])
  })

  test("has every time zone, Australia's first, with its offset", async () => {
    const zones = await closedList('Timezone')
    expect(zones.length).toBeGreaterThan(400)
    const own = zones.findLastIndex(({ Key }) => Key.startsWith('Australia/'))
    expect(zones.slice(0, own + 1).every(({ Key }) => Key.startsWith('Australia/'))).toBe(true)
    const valueOf = (key: string) => zones.find(({ Key }) => Key === key)?.Value
    expect(valueOf('Australia/Brisbane')).toBe('Australia/Brisbane (GMT+10:00)')
    expect(valueOf('America/Buenos_Aires')).toBe('America/Buenos Aires (GMT-03:00)')
    expect(valueOf('UTC')).toBe('UTC (GMT+00:00)')
  })

  test('of another name is refused', async () => {
    const { status, error } = await door(api.listEnum, {
      params: { ...harbourside, name: 'Colours' as EnumName },
    })
    expect(status).toBe(400)
    expect(error.ErrorMessage).toBe('There is no list of that name.')
  })
})

describe("the values of a member's field", () => {
  test('are those on offer, in their order', async () => {
    const levels = await memberData('MemberLevel')
    expect(levels.map(({ Key }) => Key)).toEqual(['Bronze', 'Silver', 'Gold', 'Platinum', 'Diamond'])
  })

  test('come with those offered no more, where names are wanted for what members have', async () => {
    const levels = await memberData('MemberLevel', { includeRetired: 'true' })
    expect(levels.map(({ Key }) => Key)).toContain('Copper')
  })

  test('that are descriptions stand for themselves', async () => {
    await hub.as(people.superAdmin)(api.updateOption, {
      params: { ...harbourside, list: 'MembershipType', key: 'Life' },
      body: { Value: 'Life member' },
    })
    expect(await memberData('MembershipType')).toContainEqual({ Key: 'Life', Value: 'Life member' })
    expect(await memberData('MembershipTypeDescription')).toContainEqual({
      Key: 'Life member',
      Value: 'Life member',
    })
  })
})
