import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

const params = { businessId: 'harbourside' }

let hub: TestHub
let reception: Caller
let promotions: Caller
beforeAll(async () => {
  hub = await startTestHub()
  await hub.owner.query('delete from saved_filter')
  reception = hub.as(people.reception)
  promotions = hub.as(people.promotions)
})
afterAll(() => hub.close())

const save = (Name: string, IsShared: boolean, caller = reception, Query = 'Financial=true') =>
  caller(api.saveFilter, { params, body: { Name, Query, IsShared } })
const names = async (caller: Caller) =>
  (await caller(api.listSavedFilters, { params })).body.Results.map(({ Name }) => Name)
const remove = (filterId: string, caller: Caller) =>
  caller(api.deleteSavedFilter, { params: { ...params, filterId } })

describe('a saved filter', () => {
  test("is its owner's own, or everyone's, by name", async () => {
    const { body } = await save('My own', false, reception, 'gender=Female&Status=!Active')
    expect(body).toMatchObject({
      Name: 'My own',
      Query: 'Gender=Female&Status=!Active',
      IsShared: false,
      OwnerName: 'Robin Reception',
      IsMine: true,
      CanDelete: true,
    })
    await save('For all', true)
    expect(await names(reception)).toEqual(['For all', 'My own'])
    expect(await names(promotions)).toEqual(['For all'])
    const { body: seen } = await promotions(api.listSavedFilters, { params })
    expect(seen.Results[0]).toMatchObject({ IsMine: false, CanDelete: false })
    expect(await names(hub.as(people.admin))).toEqual(['For all'])
  })

  test('has a name that its owner has no other for', async () => {
    await save('Twice', true)
    expect(await save(' twice ', false)).toMatchObject({
      status: 409,
      error: { ErrorMessage: 'You have a filter of this name already.' },
    })
    expect((await save('Twice', false, promotions)).status).toBe(200)
  })

  test.each([
    [{ Name: ' ' }, 'Name', 'Name is required.'],
    [{ Query: '' }, 'Query', 'The filter is empty.'],
    [{ Query: 'Colour=red' }, 'Query', "There is no filter named 'Colour'."],
    [
      { Query: 'Colour=red&Financial=true&BirthMonth=13&Status=' },
      'Query',
      "There is no filter named 'Colour'. '13' is not a value of BirthMonth: write the number of a month, 1 to 12. Status needs a value.",
    ],
    [
      { Query: Array.from({ length: 12 }, () => 'x=1').join('&') },
      'Query',
      `${"There is no filter named 'x'. ".repeat(10)}2 more of its pairs are wrong.`,
    ],
  ])('with %o is refused', async (wrong, field, sentence) => {
    const body = { Name: 'Wrong', Query: 'Financial=true', IsShared: false, ...wrong }
    const { status, error } = await reception(api.saveFilter, { params, body })
    expect({ status, errors: error.Errors }).toEqual({ status: 400, errors: { [field]: sentence } })
  })

  test('is deleted by its owner; a shared one also by who manages users', async () => {
    const own = (await save('Private', false)).body.FilterId
    const shared = (await save('Shared', true)).body.FilterId
    expect((await remove(own, promotions)).status).toBe(404)
    expect((await remove(own, hub.as(people.admin))).status).toBe(404)
    expect((await remove(own, reception)).status).toBe(204)
    expect((await remove(shared, promotions)).status).toBe(403)
    expect((await remove(shared, hub.as(people.admin))).status).toBe(204)
    expect((await remove(shared, reception)).status).toBe(404)
  })
})
