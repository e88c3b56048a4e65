import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { OptionListName } from '#contract/business/option-lists.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

const valley = { businessId: 'valley-golf' }

let hub: TestHub
let superAdmin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  superAdmin = hub.as(people.superAdmin)
})
afterAll(() => hub.close())

const add = (list: OptionListName, Key: string, Value: string) =>
  superAdmin(api.addOption, { params: { ...valley, list }, body: { Key, Value } })
const change = (list: OptionListName, key: string, body: object) =>
  superAdmin(api.updateOption, { params: { ...valley, list, key }, body })
const optionsOf = async (name: OptionListName, params = valley) => {
  const { body } = await superAdmin(api.listOptionLists, { params })
  return body.Results.find(({ Name }) => Name === name)!.Options
}
const keysOf = async (name: OptionListName) => (await optionsOf(name)).map(({ Key }) => Key)
const lastAudit = async () => {
  const { rows } = await hub.owner.query(
    `select record_kind, record_name, before, after from audit_entry where business_id = 'valley-golf'
     order by id desc limit 1`,
  )
  return rows[0] as unknown
}

describe('the option lists', () => {
  test('are five, each in its order, with what is retired', async () => {
    const { body } = await superAdmin(api.listOptionLists, { params: { businessId: 'harbourside' } })
    expect(body.Results.map(({ Name }) => Name)).toEqual([
      'Title',
      'Gender',
      'MemberLevel',
      'MembershipType',
      'Status',
    ])
    expect(body.Results[2]?.Options.at(-1)).toMatchObject({
      Key: 'Copper',
      Value: 'Copper',
      IsRetired: true,
      Position: 5,
    })
  })

  test('of a new business are the usual ones', async () => {
    const body = {
      ABN: '51 824 753 556',
      Name: 'New Club',
      State: 'ACT',
      Postcode: '2600',
      IsAbnUnconfirmed: true,
    }
    const business = await superAdmin(api.createBusiness, { body })
    const titles = await optionsOf('Title', { businessId: business.body.BusinessId })
    expect(titles.map(({ Value }) => Value)).toEqual(['Mr', 'Mrs', 'Ms', 'Miss', 'Dr'])
  })
})

describe('a new option', () => {
  test('comes at the end and is recorded', async () => {
    const { body } = await add('Gender', ' X ', ' Not said ')
    expect(body).toMatchObject({ Key: 'X', Value: 'Not said', IsRetired: false, Position: 3 })
    expect((await optionsOf('Gender')).at(-1)).toEqual(body)
    expect(await lastAudit()).toEqual({
      record_kind: 'Gender option',
      record_name: 'Not said',
      before: null,
      after: { Key: 'X', Name: 'Not said', Retired: false, Position: 4 },
    })
  })

  test('gets a place of its own when several come at once', async () => {
    await Promise.all(['A', 'B', 'C'].map((key) => add('MembershipType', key, `Type ${key}`)))
    expect((await optionsOf('MembershipType')).map(({ Position }) => Position)).toEqual([0, 1, 2, 3, 4, 5])
  })

  test('can not have the key or the name of another, whatever its capitals', async () => {
    expect(await add('Title', 'MR', 'Mister')).toMatchObject({
      status: 409,
      error: { ErrorCode: 'option_exists' },
    })
    expect(await add('Title', 'X', 'mr')).toMatchObject({
      status: 409,
      error: { ErrorCode: 'option_name_taken' },
    })
  })

  test.each([
    ['', 'Empty', 'Key', 'Key is required.'],
    ['a,b', 'Comma', 'Key', 'The key can not contain any of , = & and !.'],
    ['!a', 'Not', 'Key', 'The key can not contain any of , = & and !.'],
    ['k', ' ', 'Value', 'Name is required.'],
  ])('of the key "%s" and the name "%s" is refused at %s', async (key, name, field, sentence) => {
    const { status, error } = await add('Title', key, name)
    expect(status).toBe(400)
    expect(error.Errors).toEqual({ [field]: sentence })
  })

  test('of a list that there is not is refused', async () => {
    const { status, error } = await add('Colour' as OptionListName, 'r', 'Red')
    expect(status).toBe(400)
    expect(error.ErrorMessage).toBe('There is no list of that name.')
  })
})

describe('a change of an option', () => {
  test('renames it, and its key stays', async () => {
    const { body } = await change('Status', 'Deceased', { Value: 'Passed away' })
    expect(body).toMatchObject({ Key: 'Deceased', Value: 'Passed away', IsRetired: false, Position: 3 })
    expect((await change('Status', 'Active', { Value: 'PASSED AWAY' })).status).toBe(409)
    expect((await change('Status', 'Deceased', { Value: 'PASSED AWAY' })).status).toBe(200)
  })

  test.each([
    ['Gold', 0, ['Gold', 'Bronze', 'Silver']],
    ['Gold', 1, ['Bronze', 'Gold', 'Silver']],
    ['Bronze', 2, ['Gold', 'Silver', 'Bronze']],
    ['Silver', 99, ['Gold', 'Bronze', 'Silver']],
  ])('moves %s to %i', async (key, Position, expected) => {
    await change('MemberLevel', key, { Position })
    expect(await keysOf('MemberLevel')).toEqual(expected)
    expect((await optionsOf('MemberLevel')).map((option) => option.Position)).toEqual([0, 1, 2])
  })

  test('retires it and brings it back', async () => {
    await change('Title', 'Dr', { IsRetired: true })
    expect((await optionsOf('Title')).at(-1)).toMatchObject({ Key: 'Dr', IsRetired: true })
    expect(await lastAudit()).toMatchObject({
      record_kind: 'Title option',
      record_name: 'Dr',
      before: { Retired: false },
      after: { Retired: true },
    })
    expect((await change('Title', 'Dr', { IsRetired: false })).body.IsRetired).toBe(false)
  })

  test('of one that is not there is not found', async () => {
    expect(await change('Title', 'Lord', {})).toMatchObject({
      status: 404,
      error: { ErrorMessage: 'The option was not found.' },
    })
  })
})

test("a business's administrator can not write option lists", async () => {
  const answer = await hub.as(people.otherAdmin)(api.addOption, {
    params: { ...valley, list: 'Title' },
    body: { Key: 'Sir', Value: 'Sir' },
  })
  expect(answer.status).toBe(403)
})
