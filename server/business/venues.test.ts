import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { NewVenue, PointsType } from '#contract/business/venues.ts'
import { messages } from '#contract/messages.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

const text = messages.venues
const harbourside = { businessId: 'harbourside' }
const valleyGolf = { businessId: 'valley-golf' }

let hub: TestHub
let superAdmin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  superAdmin = hub.as(people.superAdmin)
})
afterAll(() => hub.close())

const points = { PointsTypeId: 'Points', PointsToDollarRatio: 100, IsDefault: true }
const bonus = { PointsTypeId: 'Bonus', PointsToDollarRatio: 12.5, IsDefault: false }
const named = (type: PointsType) => ({ ...type, DisplayName: type.PointsTypeId })

const venue = (given: Partial<NewVenue> = {}): NewVenue => ({
  DisplayName: 'Clubhouse',
  Enabled: true,
  DefaultLoyaltyIntegrationId: null,
  DefaultMembershipIntegrationId: 'membership-7',
  DefaultGamingIntegrationId: null,
  TimeZone: null,
  Location: { Latitude: -33.8568, Longitude: 151.2153 },
  PointsTypes: [points, bonus],
  PointsTransactionConfiguration: { MaximumHoldTransactionTimeToLiveSeconds: 600 },
  ...given,
})
/** A venue of its own for a test, at Summit Bowls. */
const made = async (given?: Partial<NewVenue>) => {
  const params = { businessId: 'summit-bowls' }
  const { body } = await superAdmin(api.createVenue, { params, body: venue(given) })
  return { venue: body, params: { ...params, venueId: body.id } }
}
const list = async (caller: Caller, query: object, params = harbourside) => {
  const { body } = await caller(api.listVenues, { params, query })
  return body.Results.map(({ VenueNo }) => VenueNo)
}
const auditOf = async (title: string, name: string) => {
  const { rows } = await hub.owner.query(
    `select before, after from audit_entry where title = $1 and record_name = $2 order by id desc`,
    [title, name],
  )
  return rows[0] as unknown
}

describe('the list of venues', () => {
  test('shows every user of the business its venues, whole', async () => {
    const { body } = await hub.as(people.door)(api.listVenues, { params: harbourside })
    expect(body.Results).toHaveLength(2)
    expect(body.Results[0]).toEqual({
      id: '1',
      VenueNo: '1',
      TimeZone: null,
      Location: null,
      DisplayName: 'Harbourside Main Club',
      Enabled: true,
      DefaultLoyaltyIntegrationId: null,
      DefaultMembershipIntegrationId: null,
      DefaultGamingIntegrationId: null,
      PointsTypes: [points, { ...bonus, PointsToDollarRatio: 100, ExpiryMonths: 12 }].map(named),
      PointsTransactionConfiguration: {
        MinimumHoldTransactionTimeToLiveSeconds: 30,
        MaximumHoldTransactionTimeToLiveSeconds: 3600,
      },
      RestrictedUserCount: 0,
      Revision: expect.any(String),
      _Meta: { DateDeleted: null },
    })
  })

  test('counts the users who are restricted to a venue', async () => {
    const { body } = await superAdmin(api.listVenues, { params: harbourside })
    expect(body.Results.map((each) => each.RestrictedUserCount)).toEqual([0, 1])
  })

  test('has the deleted ones only when asked', async () => {
    expect(await list(superAdmin, {})).toEqual(['1', '2'])
    expect(await list(superAdmin, { includeDeleted: 'true' })).toEqual(['1', '2', '3'])
    expect(await list(superAdmin, { includeDeleted: 'false' })).toEqual(['1', '2'])
  })

  test.each([
    ['SPORTS', ['2']],
    [' harbourside ', ['1', '2']],
    ['2', ['2']],
    ['%', []],
    ['boathouse', []],
  ])('searched for "%s" finds %j', async (q, expected) => {
    expect(await list(superAdmin, { q })).toEqual(expected)
  })

  test('is in the order of numbers, not of letters, from page to page', async () => {
    for (let i = 0; i < 10; i++)
      await superAdmin(api.createVenue, { params: valleyGolf, body: venue({ DisplayName: `Hole ${i}` }) })
    const seen: string[] = []
    let query: Record<string, string> = { limit: '4' }
    for (;;) {
      const { body } = await superAdmin(api.listVenues, { params: valleyGolf, query })
      seen.push(...body.Results.map(({ VenueNo }) => VenueNo))
      if (!body._links.next) break
      query = Object.fromEntries(new URL(body._links.next.href).searchParams)
    }
    expect(seen).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11'])
    const { body } = await superAdmin(api.listBusinesses, { query: valleyGolf })
    expect(body.Results[0]?.VenueSummaries.map(({ VenueNo }) => VenueNo)).toEqual(seen)
  })
})

describe('a new venue', () => {
  test('gets the next number, past those of deleted ones, also when several are made at once', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => superAdmin(api.createVenue, { params: harbourside, body: venue() })),
    )
    expect(answers.map(({ body }) => body.VenueNo).toSorted()).toEqual(['4', '5', '6'])
    expect(answers[0]?.body).toMatchObject({ ...venue(), RestrictedUserCount: 0 })
  })

  test('of a business without venues is number 1, and in its summary', async () => {
    const { venue: first } = await made({ DisplayName: 'Green' })
    expect(first.VenueNo).toBe('1')
    const { body } = await superAdmin(api.listBusinesses, { query: { businessId: 'summit-bowls' } })
    expect(body.Results[0]?.VenueSummaries).toEqual([{ DisplayName: 'Green', VenueNo: '1' }])
  })

  test('is recorded in words', async () => {
    await made({ DisplayName: 'Recorded' })
    expect(await auditOf('Create a venue', 'Recorded')).toMatchObject({
      before: null,
      after: {
        'Membership integration': 'membership-7',
        'Points types': ['Points: 100 to the dollar, the default', 'Bonus: 12.5 to the dollar'],
      },
    })
  })

  test.each([
    [{ DisplayName: '  ' }, 'DisplayName', text.nameRequired],
    [{ DisplayName: 'Club\nBalance: $9.00' }, 'DisplayName', 'Write the name in one line.'],
    [{ DisplayName: undefined as unknown as string }, 'DisplayName', text.nameRequired],
    [
      { PointsTypes: [{ ...points, PointsTypeId: '' }] },
      'PointsTypes.0.PointsTypeId',
      text.invalidPointsTypeId,
    ],
    [
      { PointsTypes: [{ ...points, PointsTypeId: '<b>' }] },
      'PointsTypes.0.PointsTypeId',
      text.invalidPointsTypeId,
    ],
    [
      { PointsTypes: [points, { ...bonus, PointsTypeId: 'POINTS' }] },
      'PointsTypes.1.PointsTypeId',
      text.invalidPointsTypeId,
    ],
    [
      { PointsTypes: [{ ...points, PointsToDollarRatio: 0 }] },
      'PointsTypes.0.PointsToDollarRatio',
      text.invalidPointsRatio,
    ],
    [
      { PointsTypes: [{ ...points, PointsToDollarRatio: 0.00001 }] },
      'PointsTypes.0.PointsToDollarRatio',
      text.invalidPointsRatio,
    ],
    [{ PointsTypes: [bonus] }, 'PointsTypes', text.noDefaultPointsType],
    [{ PointsTypes: [points, { ...bonus, IsDefault: true }] }, 'PointsTypes', text.manyDefaultPointsTypes],
  ])('with %j is refused at %s: %s', async (wrong, field, sentence) => {
    const { status, error } = await superAdmin(api.createVenue, { params: harbourside, body: venue(wrong) })
    expect(status).toBe(400)
    expect(error).toMatchObject({ ErrorMessage: sentence, Errors: { [field]: sentence } })
  })

  test.each([
    [undefined, text.maximumHoldRequired],
    [1.5, text.maximumHoldRequired],
    [29, 'The maximum must be at least the minimum of 30 seconds.'],
    [604_801, 'The maximum can be seven days at the most.'],
  ])('with the maximum hold %s is refused', async (seconds, sentence) => {
    const hold = { MaximumHoldTransactionTimeToLiveSeconds: seconds as number }
    const { status, error } = await superAdmin(api.createVenue, {
      params: harbourside,
      body: venue({ PointsTransactionConfiguration: hold }),
    })
    expect(status).toBe(400)
    expect(error.ErrorMessage).toBe(sentence)
  })
})

describe('a change of a venue', () => {
  test('changes what it names and nothing else', async () => {
    const { venue: before, params } = await made()
    const { body } = await superAdmin(api.updateVenue, { params, body: { Enabled: false } })
    expect(body).toEqual({ ...before, Enabled: false, Revision: expect.any(String) })
  })

  test('takes an integration away by null or nothing', async () => {
    const { params } = await made({ DefaultLoyaltyIntegrationId: 'loyalty-1' })
    const { body } = await superAdmin(api.updateVenue, {
      params,
      body: { DefaultLoyaltyIntegrationId: ' ', DefaultMembershipIntegrationId: null },
    })
    expect(body).toMatchObject({ DefaultLoyaltyIntegrationId: null, DefaultMembershipIntegrationId: null })
  })

  test('keeps the maximum hold that was chosen at the start', async () => {
    const { venue: before, params } = await made()
    const hold = { MaximumHoldTransactionTimeToLiveSeconds: 900 }
    const { body } = await superAdmin(api.updateVenue, {
      params,
      body: { ...venue(), PointsTransactionConfiguration: hold } as object,
    })
    expect(body).toEqual(before)
  })

  test('replaces the points types as a set, moves the default, and lets one keep its id', async () => {
    const { params } = await made()
    const wanted = [
      { PointsTypeId: 'Stars', PointsToDollarRatio: 10, IsDefault: true },
      { PointsTypeId: 'POINTS', PointsToDollarRatio: 50, IsDefault: false },
    ]
    const { body } = await superAdmin(api.updateVenue, { params, body: { PointsTypes: wanted } })
    expect(body.PointsTypes).toEqual([wanted[0]!, { ...wanted[1]!, PointsTypeId: 'Points' }].map(named))
    const emptied = await superAdmin(api.updateVenue, { params, body: { PointsTypes: [] } })
    expect(emptied.body.PointsTypes).toEqual([])
  })

  test('is recorded with before and after', async () => {
    const { params } = await made({ DisplayName: 'Old' })
    await superAdmin(api.updateVenue, { params, body: { DisplayName: 'New' } })
    expect(await auditOf('Change a venue', 'New')).toMatchObject({
      before: { Name: 'Old' },
      after: { Name: 'New' },
    })
  })

  test('of one that is not there is not found', async () => {
    const { status, error } = await superAdmin(api.updateVenue, {
      params: { ...harbourside, venueId: '99' },
      body: {},
    })
    expect(status).toBe(404)
    expect(error.ErrorMessage).toBe('The venue was not found.')
  })
})

describe('a deleted venue', () => {
  test('is gone from the list and the summary, and comes back whole', async () => {
    const { venue: before, params } = await made()
    const shown = () => list(superAdmin, { limit: 500 }, { businessId: params.businessId })
    expect((await superAdmin(api.deleteVenue, { params })).status).toBe(204)
    expect(await shown()).not.toContain(before.id)
    expect(await auditOf('Delete or restore a venue', before.DisplayName)).toEqual({
      before: { Deleted: false },
      after: { Deleted: true },
    })
    expect((await superAdmin(api.deleteVenue, { params, query: { undelete: 'true' } })).status).toBe(204)
    expect(await shown()).toContain(before.id)
    const { body } = await superAdmin(api.updateVenue, { params, body: {} })
    expect(body).toEqual(before)
  })

  test('can not be changed or deleted again, and one that is not deleted can not be restored', async () => {
    const { params } = await made()
    const restore = { params, query: { undelete: 'true' as const } }
    expect(await superAdmin(api.deleteVenue, restore)).toMatchObject({
      status: 409,
      error: { ErrorMessage: 'This venue is not deleted.' },
    })
    await superAdmin(api.deleteVenue, { params })
    expect(await superAdmin(api.deleteVenue, { params })).toMatchObject({
      status: 409,
      error: { ErrorMessage: 'This venue has been deleted already.' },
    })
    expect(await superAdmin(api.updateVenue, { params, body: { Enabled: false } })).toMatchObject({
      status: 409,
      error: { ErrorMessage: 'This venue is deleted. Restore it to change it.' },
    })
  })

  test('leaves the users who are restricted to it restricted', async () => {
    await superAdmin(api.deleteVenue, { params: { ...harbourside, venueId: '2' } })
    const { body } = await hub.as(people.promotions)(api.getMe)
    expect(body.AuthorisedVenues).toEqual(['2'])
  })
})

test("a business's administrator can not write venues", async () => {
  const given = { params: harbourside, body: venue() }
  const { status, error } = await hub.as(people.admin)(api.createVenue, given)
  expect(status).toBe(403)
  expect(error.ErrorMessage).toBe('Only a super administrator can do this.')
})
