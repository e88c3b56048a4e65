import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { Endpoint } from '#contract/endpoint.ts'
import { isRevised } from '#contract/revisions.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { recordIds } from '#tests/samples/record-ids.ts'
import { event, type Place, saveCases } from '#tests/samples/saves/saves.ts'

const businessId = 'harbourside'
let hub: TestHub
let at: Place
beforeAll(async () => {
  hub = await startTestHub()
  at = { hub, me, ids: await recordIds(hub.owner, businessId) }
  // A colleague of the super administrator.
  await hub.owner.query(`
    insert into super_administrator (uid, email, display_name)
    select uid, email, display_name from business_user where email = '${people.finance}'`)
  // Before anything is changed: what the others do from now on, nobody has seen.
  await hub.as(me)(api.listVenues, { params: { businessId } })
  await hub.as(colleague)(api.listVenues, { params: { businessId } })
})
afterAll(() => hub.close())

const me = people.superAdmin
const colleague = people.finance

const revised = Object.entries(api as Record<string, Endpoint>).filter(([, row]) => isRevised(row))

test('every save that takes a revision is tried', () => {
  expect(Object.keys(saveCases).toSorted()).toEqual(revised.map(([name]) => name).toSorted())
})

/** Those that can't be called without one. */
const isRequired = (name: string) => name === 'updateRequestForm' || name === 'updatePassConfiguration'

describe.each(Object.entries(saveCases))('%s', (name, { read, save, values: [theirs, mine], field }) => {
  test('undoes nothing that its caller has not seen', async () => {
    const started = await read(at)
    expect((await save(at, colleague, theirs, started.revision)).status).toBeLessThan(300)
    const { value, revision } = await read(at)
    expect(value).not.toEqual(started.value)

    const late = await save(at, me, mine, started.revision)
    expect(late.status).toBe(409)
    const whose = name === 'saveRoles' ? {} : { Differences: [{ Field: field }] }
    expect(late.error).toMatchObject({
      ErrorCode: name === 'saveRoles' ? 'roles_changed' : 'record_changed',
      ErrorMessage: expect.stringMatching(/meanwhile/),
      ...whose,
    })
    expect(await read(at)).toEqual({ value, revision })

    if (!isRequired(name)) {
      const unsaid = await save(at, me, mine)
      expect(unsaid.error).toMatchObject({ ErrorCode: 'record_changed', Differences: [{ Field: field }] })
      expect(await read(at)).toEqual({ value, revision })
    }

    expect((await save(at, me, mine, revision)).status).toBeLessThan(300)
    expect((await read(at)).value).not.toEqual(value)
  })
})

describe('a save that names no revision', () => {
  const params = { businessId, venueId: '2' }
  const venue = async () => {
    const { body } = await hub.as(me)(api.listVenues, { params: { businessId } })
    return body.Results.find(({ id }) => id === '2')!
  }

  test('keeps what others have changed of its other fields', async () => {
    await hub.as(colleague)(api.updateVenue, { params, body: { DisplayName: 'The Boatshed' } })
    const answer = await hub.as(me)(api.updateVenue, { params, body: { DefaultGamingIntegrationId: 'g1' } })
    expect(answer.body).toMatchObject({ DisplayName: 'The Boatshed', DefaultGamingIntegrationId: 'g1' })
  })

  test('keeps what others have changed of another part of the same field', async () => {
    const member = { businessId, memberId: at.ids.memberId! }
    const contact = async (person: string, part: object) => {
      const { body } = await hub.as(person)(api.getMember, { params: member })
      const now = body.Results[0]!
      return hub.as(person)(api.updateMember, {
        params: member,
        body: { ...now, HomeContactDetails: { ...now.HomeContactDetails, ...part } },
      })
    }
    expect((await contact(colleague, { PhoneNumber: '02 9555 0101' })).status).toBe(200)
    expect((await contact(me, { EmailAddress: 'mine@club.example' })).status).toBe(200)
    expect((await contact(me, { PhoneNumber: '02 9555 0202' })).error).toMatchObject({
      ErrorCode: 'record_changed',
      Differences: [{ Theirs: '02 9555 0101', Yours: '02 9555 0202' }],
    })
  })

  test('may set again what oneself has set', async () => {
    for (const DefaultLoyaltyIntegrationId of ['l1', 'l2'])
      expect(
        (await hub.as(me)(api.updateVenue, { params, body: { DefaultLoyaltyIntegrationId } })).status,
      ).toBe(200)
  })

  test('may set again what oneself has set since somebody else did', async () => {
    const name = async (person: string, DisplayName: string, query = {}) =>
      (await hub.as(person)(api.updateVenue, { params, query, body: { DisplayName } })).status
    expect(await name(colleague, 'Theirs', { revision: (await venue()).Revision })).toBe(200)
    expect(await name(me, 'Mine', { revision: (await venue()).Revision })).toBe(200)
    expect(await name(me, 'Mine again')).toBe(200)
  })

  test('may change what was changed before one signed in', async () => {
    await hub.as(colleague)(api.updateVenue, { params, body: { DefaultMembershipIntegrationId: 'm1' } })
    await hub.owner.query(`alter table audit_entry disable trigger all`)
    await hub.owner.query(
      `update audit_entry set at = now() - interval '1 day' where record_kind = 'Venue' and record_id = '2'`,
    )
    const answer = await hub.as(me)(api.updateVenue, {
      params,
      body: { DefaultMembershipIntegrationId: 'm2' },
    })
    expect(answer.status).toBe(200)
  })

  test('may change what somebody else has made', async () => {
    const { body } = await hub.as(colleague)(api.duplicateEvent, {
      params: { businessId, eventId: (await event(at)).id },
    })
    const answer = await hub.as(me)(api.updateEvent, {
      params: { businessId, eventId: body.id },
      body: { ...body, EventName: 'Renamed' },
    })
    expect(answer.body).toMatchObject({ EventName: 'Renamed' })
  })

  test('lets one of many through', async () => {
    const { DisplayName } = await venue()
    await hub.owner.query(`update audit_entry set at = now() - interval '1 day' where record_kind = 'Venue'`)
    const names = Array.from({ length: 24 }, (_, index) => `Venue ${index}`)
    const answers = await Promise.all(
      names.map((name, index) =>
        hub.as(index % 2 ? me : colleague)(api.updateVenue, { params, body: { DisplayName: name } }),
      ),
    )
    const saved = answers.flatMap(({ status }, index) => (status === 200 ? [index % 2] : []))
    // Whoever was first may go on; the other has seen none of it.
    expect(new Set(saved).size).toBe(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect((await venue()).DisplayName).not.toBe(DisplayName)
  })
})

describe('what is stored decides, not its words:', () => {
  test('a field of a pass that was moved stays where it is', async () => {
    const params = { businessId, passConfigurationId: at.ids.passConfigurationId! }
    const { body: pass } = await hub.as(me)(api.getPassConfiguration, { params })
    const save = (person: string, FieldLocation: 'Secondary' | 'Back', CustomDateFormat: string | null) =>
      hub.as(person)(api.updatePassConfiguration, {
        params,
        body: {
          ...pass,
          iOSAdditionalFields: [{ Label: 'Level', Value: 'Gold', FieldLocation, CustomDateFormat }],
          IsProcessed: false,
        },
      })
    expect((await save(colleague, 'Back', null)).status).toBe(200)
    expect((await save(me, 'Secondary', null)).error).toMatchObject({ ErrorCode: 'record_changed' })
  })

  test('venues of one name, and one called ‘All venues’, are told apart', async () => {
    const made: string[] = []
    for (const DisplayName of ['Bar', 'Bar', 'All venues']) {
      const { body } = await hub.as(me)(api.createVenue, { params: { businessId }, body: { DisplayName } })
      made.push(body.VenueNo)
    }
    const [one = '', other = '', all = ''] = made
    const { body } = await hub.as(me)(api.listUsers, { params: { businessId } })
    const user = body.Results.find(({ Email }) => Email === people.reception)!
    const params = { businessId, uid: user.Uid }
    const confine = (person: string, venues: string[], query = {}) =>
      hub.as(person)(api.setUserVenues, { params, query, body: venues })
    const started = { revision: user.Revisions.Venues }
    expect((await confine(colleague, [one])).status).toBe(204)
    expect((await confine(me, [other], started)).status).toBe(409)
    expect((await confine(me, [other])).status).toBe(409)
    expect((await confine(colleague, [all])).status).toBe(204)
    expect((await confine(me, [], started)).status).toBe(409)
    expect((await confine(me, [])).status).toBe(409)
  })
})

test('a form that is saved unchanged is the same', async () => {
  const params = { businessId, formId: at.ids.formId! }
  const { body } = await hub.as(me)(api.getRequestForm, { params })
  const same = await hub.as(colleague)(api.updateRequestForm, {
    params,
    query: { revision: body.Revision },
    body,
  })
  expect(same.body.Revision).toBe(body.Revision)
})

test('who saved meanwhile is named, whichever field it was', async () => {
  const { body } = await hub.as(colleague)(api.duplicateEvent, {
    params: { businessId, eventId: (await event(at)).id },
  })
  const params = { businessId, eventId: body.id }
  await hub.as(me)(api.updateEvent, { params, body: { ...body, EventName: 'Renamed' } })
  const { error } = await hub.as(colleague)(api.updateEvent, {
    params,
    query: { revision: body.Revision },
    body: { ...body, EventName: 'Renamed', EventLocation: 'Elsewhere' },
  })
  expect(error.ErrorMessage).toBe('Sam Super saved this event meanwhile. It differs from yours in: Location.')
})

test('who was last to change the field is named, whatever else was done since', async () => {
  const params = { businessId }
  const { body } = await hub.as(me)(api.getDisbursementAccount, { params })
  const Notice = { Threshold: 9, EmailAddress: 'colleague@club.example' }
  await hub.as(colleague)(api.setLowBalanceNotice, {
    params,
    query: { revision: body.Revision },
    body: { Notice },
  })
  await hub.as(me)(api.deposit, { params, body: { Amount: 1, Reference: 'A' } })
  const late = { params, query: { revision: body.Revision }, body: { Notice: null } }
  const { error } = await hub.as(me)(api.setLowBalanceNotice, late)
  expect(error.ErrorMessage).toMatch(/^Fran Finance saved this disbursement account meanwhile/)
})

test('a list of roles alone takes away no role that somebody else has added, and adds none that they took', async () => {
  const params = { businessId }
  const rolesNow = async () => (await hub.as(me)(api.listRoles, { params })).body.Results
  const mine = await rolesNow()
  const added = {
    // As the business is called, which the path names.
    Name: 'harbourside',
    Description: '',
    GrantedPermissions: ['Member.ReadDetails' as const],
    IsApplicationDefault: false,
  }
  expect((await hub.as(colleague)(api.saveRoles, { params, body: [...mine, added] })).status).toBe(200)
  expect((await hub.as(me)(api.saveRoles, { params, body: mine })).error).toMatchObject({
    ErrorCode: 'record_changed',
    ErrorMessage: expect.stringMatching(/^Fran Finance saved this role meanwhile\. /),
  })
  expect((await rolesNow()).map(({ Name }) => Name)).toContain('harbourside')

  const withIt = await rolesNow()
  const stale = { params, query: { version: 'of another day' }, body: withIt }
  expect((await hub.as(me)(api.saveRoles, stale)).status, 'nothing changes').toBe(200)
  expect((await hub.as(colleague)(api.saveRoles, { params, body: mine })).status).toBe(200)
  expect((await hub.as(me)(api.saveRoles, { params, body: withIt })).error.ErrorCode).toBe('record_changed')
})
