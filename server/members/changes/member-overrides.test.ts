import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { OverridableKey } from '#contract/members/member-overrides.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

const params = { businessId: 'harbourside' }

let hub: TestHub
let reception: Caller
let memberId: string
beforeAll(async () => {
  hub = await startTestHub()
  reception = hub.as(people.reception)
  const { body } = await reception(api.listMembers, { params, query: { membershipNumber: '10010' } })
  memberId = body.Results[0]!.id
})
afterAll(() => hub.close())

const override = (Key: OverridableKey, Value: string | null) =>
  reception(api.overrideMemberProperty, { params: { ...params, memberId }, body: { Key, Value } })

test('the list says what can be overridden, and how it is filled in', async () => {
  const { body } = await reception(api.listOverridableProperties, { params })
  expect(body.Results).toContainEqual({
    Key: 'BadgeNumber',
    Label: 'Badge Number',
    Kind: 'text',
    OptionList: null,
  })
  expect(body.Results).toContainEqual({
    Key: 'Status',
    Label: 'Status',
    Kind: 'option',
    OptionList: 'Status',
  })
  expect(body.Results).toContainEqual({
    Key: 'DateFinancial',
    Label: 'Date Financial',
    Kind: 'date',
    OptionList: null,
  })
})

describe('an override', () => {
  test('sets one property, leaves the others, and tells who did it', async () => {
    const before = (await reception(api.getMember, { params: { ...params, memberId } })).body.Results[0]!
    const { body } = await override('BadgeNumber', ' B-77 ')
    expect(body).toMatchObject({ BadgeNumber: 'B-77', Revision: before.Revision + 1 })
    expect(body.Overrides).toMatchObject([{ Key: 'BadgeNumber', ActorName: 'Robin Reception' }])
    const { DateUpdatedAtSource: _, Revision: __, Overrides: ___, BadgeNumber: ____, ...rest } = before
    expect(body).toMatchObject(rest)
    const history = await reception(api.listMemberHistory, { params: { ...params, memberId } })
    expect(history.body.Results[0]).toMatchObject({
      Title: 'Override a property of a member',
      Before: { BadgeNumber: before.BadgeNumber },
      After: { BadgeNumber: 'B-77' },
    })
  })

  test('of the same property again is one override, by who did it last', async () => {
    await override('MemberLevel', 'Gold')
    const { body } = await hub.as(people.admin)(api.overrideMemberProperty, {
      params: { ...params, memberId },
      body: { Key: 'MemberLevel', Value: 'Silver' },
    })
    expect(body.MemberLevel).toBe('Silver')
    expect(body.Overrides.filter(({ Key }) => Key === 'MemberLevel')).toMatchObject([
      { ActorName: 'Alex Admin' },
    ])
  })

  test.each<[OverridableKey, string | null]>([
    ['PreferredName', ''],
    ['DateRenewed', null],
    ['DateFinancial', ''],
  ])('of %s by "%s" empties it', async (key, value) => {
    expect((await override(key, value)).body[key]).toBeNull()
  })

  test.each<[OverridableKey, string, string]>([
    ['DateFinancial', 'tomorrow', 'Date Financial must be a date, such as 2026-11-15.'],
    ['Status', 'Asleep', "'Asleep' is not among the values of this field."],
    ['MemberLevel', 'Copper', "'Copper' is not among the values of this field."],
    ['BadgeNumber', 'x'.repeat(41), 'Badge Number can have 40 characters at the most.'],
  ])('of %s by %s is refused', async (key, value, sentence) => {
    expect(await override(key, value)).toMatchObject({
      status: 400,
      error: { ErrorMessage: sentence, Errors: { [key]: sentence } },
    })
  })

  test('of anything else is refused', async () => {
    expect(await override('LastName' as OverridableKey, 'X')).toMatchObject({
      status: 400,
      error: { ErrorMessage: 'This property can not be overridden.' },
    })
  })
})
