import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { type Entered, enterTrail } from '#tests/reading/trail.ts'

let hub: TestHub
const params = { businessId: 'harbourside' }
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const enter = (...given: Entered) => enterTrail(hub, ...given)

describe('to those who may not read members', () => {
  let manager: Caller
  beforeAll(async () => {
    await hub.owner.query(
      `insert into role (business_id, name, description, permissions)
       values ('harbourside', 'Manager of users', '', '{User.Management}')`,
    )
    await hub.owner.query(
      `update business_user set role_name = 'Manager of users', venue_nos = '{}' where email = $1`,
      [people.promotions],
    )
    manager = hub.as(people.promotions)
  })
  const read = async (entryId: string) =>
    (await manager(api.getAuditEntry, { params: { ...params, entryId } })).body
  const words = async (record: string) => {
    const { body } = await manager(api.exportAudit, { params, query: { record } })
    return (body as string).trimEnd().split('\r\n').slice(1)
  }
  const may = { RecordKind: 'Member', RecordName: 'May Prescott', RecordId: 'm-may' }

  test('a change of a member says which fields, and no value', async () => {
    const id = await enter('harbourside', 0, {
      ...may,
      Before: { BirthDate: '1931-11-23', Occupation: 'Baker', HomeAddress: { Suburb: 'Balmain' } },
      After: { BirthDate: '1932-11-23', Occupation: 'Baker', HomeAddress: null },
    })
    expect(await read(id)).toMatchObject({
      RecordName: 'May Prescott',
      Before: { BirthDate: null, HomeAddress: null },
      After: { BirthDate: 'changed', HomeAddress: 'changed' },
    })
    expect(await words('m-may')).toEqual([expect.stringContaining('changed the member May Prescott')])
    expect((await words('m-may'))[0]).toContain('Birth date: changed; Home address: changed')
  })

  test.each([
    [
      'created',
      { Before: null, After: { FirstName: 'May' } },
      { Before: null, After: { FirstName: 'set' } },
      'First name: set',
    ],
    [
      'deleted',
      { Before: { FirstName: 'May' }, After: null },
      { Before: { FirstName: 'removed' }, After: null },
      'First name: removed',
    ],
    [
      'deleted',
      { Before: { Deleted: false }, After: { Deleted: true } },
      { After: { Deleted: true } },
      'Deleted: No → Yes',
    ],
  ])('a member is still %s', async (deed, sides, expected, change) => {
    const RecordId = `m-${JSON.stringify(sides)}`
    expect(await read(await enter('harbourside', 0, { ...may, RecordId, ...sides }))).toMatchObject(expected)
    expect((await words(RecordId))[0]).toContain(`${deed} the member May Prescott`)
    expect((await words(RecordId))[0]).toContain(change)
  })

  test('a kind that nobody has spoken for is taken to be a person’s, name and all', async () => {
    const contact = 'may@prescott.example'
    const id = await enter('harbourside', 0, {
      RecordKind: 'Postcard',
      RecordName: contact,
      After: { To: contact },
    })
    expect(await read(id)).toMatchObject({ RecordName: null, After: { To: 'changed' } })
    // Nor does a search say what isn't shown.
    expect(await words(contact)).toEqual([])
    const { body } = await hub.as(people.admin)(api.listAudit, { params, query: { record: contact } })
    expect(body.Results).toMatchObject([{ EntryId: id, RecordName: contact, After: { To: contact } }])
  })

  test('what is the business’s own is as it was', async () => {
    expect(await read(await enter('harbourside', 0))).toMatchObject({
      RecordName: 'Rooftop',
      Before: { Name: 'Roof' },
      After: { Name: 'Rooftop' },
    })
  })
})
