import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

const params = { businessId: 'harbourside' }

let hub: TestHub
let admin: Caller
let memberId: string
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
  const { rows } = await hub.owner.query<{ id: string }>(`
    update member set venue_no = '3', member_level = 'Copper', membership_type = 'Staff'
    where business_id = 'harbourside' and membership_number = '10005' returning member_id as id`)
  memberId = rows[0]!.id
})
afterAll(() => hub.close())

type List = 'membership-types' | 'membership-levels' | 'statuses' | 'genders' | 'titles'
const listed = async (list: List, query = {}) =>
  (await admin(api.listMemberOptions, { params: { ...params, list }, query })).body

describe("the values of a member's form", () => {
  test.each<[List, string, string]>([
    ['membership-types', 'Ordinary', 'Staff'],
    ['membership-levels', 'Bronze', 'Copper'],
  ])('%s are those on offer', async (list, offered, retired) => {
    const { ok, data } = await listed(list)
    expect(ok).toBe(true)
    expect(data).toContainEqual({ Key: offered, Value: offered, IsDeprecated: false })
    expect(data.map(({ Key }) => Key)).not.toContain(retired)
  })

  test.each<[List, string]>([
    ['membership-types', 'Staff'],
    ['membership-levels', 'Copper'],
  ])('%s have the retired one of the member, marked', async (list, Key) => {
    const { data } = await listed(list, { memberId, venueId: '1' })
    expect(data).toContainEqual({ Key, Value: Key, IsDeprecated: true })
    expect(data.filter(({ IsDeprecated }) => IsDeprecated)).toHaveLength(1)
  })

  test.each<[List, number]>([
    ['genders', 5],
    ['titles', 8],
    ['statuses', 5],
  ])('%s are %i', async (list, count) => {
    expect((await listed(list, { memberId })).data).toHaveLength(count)
  })

  test('of a list that there is not are refused', async () => {
    const answer = await admin(api.listMemberOptions, { params: { ...params, list: 'colours' as List } })
    expect(answer).toMatchObject({ status: 400, error: { ErrorMessage: 'There is no list of that name.' } })
  })
})

describe('the venues', () => {
  const venues = async (query = {}) => (await admin(api.listMemberVenues, { params, query })).body.data

  test('are those that are not deleted', async () => {
    expect(await venues()).toEqual([
      { Key: '1', Value: 'Harbourside Main Club', IsDeprecated: false },
      { Key: '2', Value: 'Harbourside Sports Bar', IsDeprecated: false },
    ])
    expect((await venues({ venueId: '2' })).map(({ Key }) => Key)).toEqual(['2'])
    expect(await venues({ venueId: '' })).toEqual(await venues())
  })

  test('have the deleted one of the member, marked', async () => {
    expect((await venues({ memberId })).at(-1)).toEqual({
      Key: '3',
      Value: 'The Old Boathouse',
      IsDeprecated: true,
    })
  })
})
