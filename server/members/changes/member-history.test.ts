import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { api } from '#contract'
import type { MemberFields } from '#contract/members/member-fields.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

const params = { businessId: 'harbourside' }

let hub: TestHub
let admin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
})
afterAll(() => hub.close())

type Fields = Partial<z.input<typeof MemberFields>>
const sample = { FirstName: 'Jo', LastName: 'Sample', MembershipType: 'Ordinary' }
const create = (fields: Fields = {}) =>
  admin(api.createMember, { params, query: { venueId: '1' }, body: { ...sample, ...fields } })
const update = (memberId: string, fields: Fields) =>
  admin(api.updateMember, { params: { ...params, memberId }, body: { ...sample, ...fields } })
const historyOf = async (memberId: string) =>
  (await admin(api.listMemberHistory, { params: { ...params, memberId } })).body.Results

describe('the history', () => {
  test('tells who changed what, before and after, newest first', async () => {
    const { data } = (
      await create({ MemberLevel: 'Gold', HomeContactDetails: { MobileNumber: '1', PhoneNumber: '2' } })
    ).body
    const same = { MembershipNumber: data.MembershipNumber }
    await update(data.id, {
      ...same,
      MemberLevel: 'Silver',
      HomeContactDetails: { MobileNumber: '3', PhoneNumber: '2' },
    })
    const [changed, created] = await historyOf(data.id)
    expect(changed).toMatchObject({ ActorName: 'Alex Admin', Title: 'Change a member' })
    expect(changed).toMatchObject({
      Before: { MemberLevel: 'Gold', HomeContactDetails: { MobileNumber: '1' } },
      After: { MemberLevel: 'Silver', HomeContactDetails: { MobileNumber: '3' } },
    })
    expect(Object.keys(changed!.After!)).toEqual(['MemberLevel', 'HomeContactDetails'])
    expect(changed!.After!.HomeContactDetails).toEqual({ MobileNumber: '3' })
    expect(created).toMatchObject({ Title: 'Create a member', Before: null, After: { FirstName: 'Jo' } })
  })

  test('has what people call the options, offered or not, not their keys', async () => {
    const superAdmin = hub.as(people.superAdmin)
    const level = { ...params, list: 'MemberLevel' } as const
    await superAdmin(api.addOption, { params: level, body: { Key: 'PERTH', Value: 'Gold of Perth' } })
    const { data } = (await create({ MemberLevel: 'PERTH', FirstName: 'PERTH' })).body
    await superAdmin(api.updateOption, { params: { ...level, key: 'PERTH' }, body: { IsRetired: true } })
    await update(data.id, { MembershipNumber: data.MembershipNumber, MemberLevel: 'Gold' })
    const [changed] = await historyOf(data.id)
    expect(changed!.Before).toEqual({ MemberLevel: 'Gold of Perth', FirstName: 'PERTH' })
  })

  test('has nothing of a save that changed nothing', async () => {
    const { data } = (await create({ HomeContactDetails: { MobileNumber: '1' } })).body
    const { body } = await update(data.id, {
      MembershipNumber: data.MembershipNumber,
      HomeContactDetails: { MobileNumber: '1', AcceptsPhoneMarketing: false },
      WorkAddress: { Suburb: '' },
    })
    expect(body.data).toEqual(data)
    expect(await historyOf(data.id)).toHaveLength(1)
  })

  test('comes in pages', async () => {
    const { data } = (await create()).body
    for (const PreferredName of ['a', 'b', 'c']) await update(data.id, { PreferredName })
    const first = await admin(api.listMemberHistory, {
      params: { ...params, memberId: data.id },
      query: { limit: 3 },
    })
    expect(first.body.Results.map((change) => change.After?.PreferredName)).toEqual(['c', 'b', 'a'])
    const token = new URL(first.body._links.next!.href).searchParams.get('continuationToken')!
    const rest = await admin(api.listMemberHistory, {
      params: { ...params, memberId: data.id },
      query: { limit: 3, continuationToken: token },
    })
    expect(rest.body.Results.map(({ Title }) => Title)).toEqual(['Create a member'])
    expect(rest.body._links.next).toBeUndefined()
  })

  test('stands in the audit trail of the business, too', async () => {
    const { data } = (await create()).body
    await update(data.id, { MembershipNumber: data.MembershipNumber, PreferredName: 'Audited' })
    const { rows } = await hub.owner.query(
      `select action, record_kind, record_id, record_name, before, after from audit_entry order by id desc limit 1`,
    )
    expect(rows[0]).toEqual({
      action: 'updateMember',
      record_kind: 'Member',
      record_id: data.id,
      record_name: 'Jo Sample',
      before: { PreferredName: null },
      after: { PreferredName: 'Audited' },
    })
  })
})
