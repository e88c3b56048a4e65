import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { api } from '#contract'
import type { MemberFields } from '#contract/members/member-fields.ts'
import { messages } from '#contract/messages.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

const params = { businessId: 'harbourside' }
const text = messages.members

let hub: TestHub
let admin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
})
afterAll(() => hub.close())

type Fields = Partial<z.input<typeof MemberFields>>
const sample = { FirstName: 'Jo', LastName: 'Sample', MembershipType: 'Ordinary' }
const create = (fields: Fields = {}, venueId = '1', caller = admin) =>
  caller(api.createMember, { params, query: { venueId }, body: { ...sample, ...fields } })
const update = (memberId: string, fields: Fields, revision?: number, caller = admin) =>
  caller(api.updateMember, {
    params: { ...params, memberId },
    query: revision === undefined ? {} : { revision },
    body: { ...sample, ...fields },
  })
const read = async (memberId: string, caller = admin) =>
  (await caller(api.getMember, { params: { ...params, memberId } })).body.Results[0]!
const historyOf = async (memberId: string) =>
  (await admin(api.listMemberHistory, { params: { ...params, memberId } })).body.Results

describe('a new member', () => {
  test('is kept with everything that was filled in', async () => {
    const fields: Fields = {
      MembershipNumber: 'A-1',
      BadgeNumber: 'B-1',
      CardNumber: 'C-1',
      Title: 'Dr',
      PreferredName: 'Joey',
      MiddleName: 'M',
      BirthDate: '1980-02-29',
      Gender: 'Other',
      Nationality: 'Australian',
      Occupation: 'Teacher',
      DateJoined: '2020-01-01',
      DateRenewed: '2021-01-01',
      DateFinancial: '2020-12-31',
      Status: 'Active',
      MemberLevel: 'Gold',
      DefaultAddress: 'Work',
      WorkAddress: {
        AddressLine1: '1 George St',
        Suburb: 'Sydney',
        State: 'NSW',
        PostCode: '2000',
        Country: 'Australia',
      },
      DefaultContactDetails: 'Postal',
      PostalContactDetails: {
        EmailAddress: ' Jo@Example.com ',
        MobileNumber: '+61400000001',
        AcceptsEmailMarketing: true,
      },
    }
    const { status, body } = await create(fields)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ok: true, message: text.created })
    expect(body.data).toMatchObject({
      ...fields,
      ...sample,
      WorkAddress: { ...fields.WorkAddress, AddressLine2: null },
      PostalContactDetails: {
        EmailAddress: 'jo@example.com',
        AcceptsEmailMarketing: true,
        AcceptsPhoneMarketing: false,
      },
      HomeAddress: null,
      HomeContactDetails: null,
      Financial: false,
      MemberLevelDescription: 'Gold',
      MembershipTypeDescription: 'Ordinary',
      VenueNo: '1',
      VenueName: 'Harbourside Main Club',
      PointsBalance: 0,
      Revision: 1,
      Overrides: [],
      Meta: { Id: body.data.id, DateDeleted: null },
    })
    expect(body.data.MemberKey).toMatch(/^[0-9a-f]{32}$/)
    expect(await read(body.data.id)).toEqual(body.data)
  })

  test('keeps the member key it brings', async () => {
    const answer = await admin(api.createMember, {
      params,
      query: { venueId: '1' },
      body: { ...sample, MemberKey: 'from-elsewhere' },
    })
    expect(answer.body.data.MemberKey).toBe('from-elsewhere')
  })

  test('has nothing where nothing or only spaces were filled in', async () => {
    const { body } = await create({
      PreferredName: '  ',
      BirthDate: '',
      HomeAddress: { AddressLine1: '', Suburb: ' ' },
      HomeContactDetails: { EmailAddress: '' },
    })
    expect(body.data).toMatchObject({
      PreferredName: null,
      BirthDate: null,
      HomeAddress: null,
      HomeContactDetails: null,
    })
  })

  test.each<[string, Fields, string]>([
    ['MembershipType', { MembershipType: ' ' }, text.typeRequired],
    ['FirstName', { FirstName: '' }, text.firstNameRequired],
    ['LastName', { LastName: ' ' }, text.lastNameRequired],
    [
      'HomeContactDetails.EmailAddress',
      { HomeContactDetails: { EmailAddress: 'a@' } },
      text.invalidHomeEmail,
    ],
    [
      'WorkContactDetails.EmailAddress',
      { WorkContactDetails: { EmailAddress: 'a b@c.de' } },
      text.invalidWorkEmail,
    ],
    [
      'PostalContactDetails.EmailAddress',
      { PostalContactDetails: { EmailAddress: '@' } },
      text.invalidPostalEmail,
    ],
    ['BirthDate', { BirthDate: '2021-02-29' }, 'Birth Date must be a date, such as 2026-11-15.'],
    ['BirthDate', { BirthDate: '2099-01-01' }, 'Birth Date can not be in the future.'],
    ['BirthDate', { BirthDate: '1879-12-31' }, 'Birth Date can not be before 1880.'],
    [
      'DateJoined',
      { BirthDate: '1990-05-05', DateJoined: '1990-05-04' },
      'Date Joined can not be before Birth Date.',
    ],
    ['MemberLevel', { MemberLevel: 'Kryptonite' }, "'Kryptonite' is not among the values of this field."],
    ['MembershipType', { MembershipType: 'Staff' }, "'Staff' is not among the values of this field."],
  ])('is refused at %s', async (field, fields, sentence) => {
    const { status, error } = await create(fields)
    expect({ status, sentence: error.ErrorMessage, errors: error.Errors }).toEqual({
      status: 400,
      sentence,
      errors: { [field]: sentence },
    })
  })

  test('needs a type and names', async () => {
    const { error } = await admin(api.createMember, {
      params,
      query: { venueId: '1' },
      body: {} as typeof sample,
    })
    expect(error.Errors).toEqual({
      MembershipType: text.typeRequired,
      FirstName: text.firstNameRequired,
      LastName: text.lastNameRequired,
    })
  })

  test.each([{}, { venueId: '' }])('needs a venue, and %o names none', async (query) => {
    const { status, error } = await admin(api.createMember, {
      params,
      query: query as { venueId: string },
      body: sample,
    })
    expect({ status, errors: error.Errors }).toEqual({ status: 400, errors: { venueId: text.venueRequired } })
  })

  test.each(['3', '99'])('can not belong to the venue %s, which is deleted or none', async (venueId) => {
    expect(await create({}, venueId)).toMatchObject({
      status: 400,
      error: { Errors: { venueId: 'There is no such venue.' } },
    })
  })
})

describe('a change', () => {
  test('replaces what was there, and what is left out is emptied', async () => {
    const { data } = (await create({ PreferredName: 'Old', HomeAddress: { Suburb: 'Manly' } })).body
    const { body } = await update(data.id, { FirstName: 'Joanna', MembershipNumber: data.MembershipNumber })
    expect(body).toMatchObject({
      ok: true,
      message: text.updated,
      data: { FirstName: 'Joanna', PreferredName: null, HomeAddress: null, Revision: 2 },
    })
    expect(await read(data.id)).toEqual(body.data)
  })

  test('that started from an older state is refused, and nothing is lost', async () => {
    const { data } = (await create()).body
    expect((await update(data.id, { PreferredName: 'First' }, 1)).status).toBe(200)
    expect(await update(data.id, { PreferredName: 'Second' }, 1)).toMatchObject({
      status: 409,
      error: { ErrorCode: 'record_changed' },
    })
    expect((await read(data.id)).PreferredName).toBe('First')
    expect((await update(data.id, { PreferredName: 'Second' }, 2)).status).toBe(200)
    expect((await update(data.id, { PreferredName: 'Last wins' })).status).toBe(200)
  })

  test('of two at once from the same state lets one through', async () => {
    const { data } = (await create()).body
    const names = ['One', 'Two', 'Three', 'Four']
    const answers = await Promise.all(names.map((PreferredName) => update(data.id, { PreferredName }, 1)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
  })

  test('may keep a value that is offered no more, and not take one', async () => {
    const { data } = (await create({ MemberLevel: 'Gold' })).body
    await hub.owner.query(`update member set member_level = 'Copper' where member_id = $1`, [data.id])
    expect((await update(data.id, { MemberLevel: 'Copper', PreferredName: 'Kept' })).status).toBe(200)
    expect((await update(data.id, { MemberLevel: 'Bronze' })).status).toBe(200)
    expect((await update(data.id, { MemberLevel: 'Copper' })).status).toBe(400)
  })

  test('of a member that there is not is not found', async () => {
    expect(await update('no-such-member', {})).toMatchObject({
      status: 404,
      error: { ErrorMessage: 'The member was not found.' },
    })
  })
})

describe('a deleted member', () => {
  test('is in no list, can not be touched, and comes back by those alone who delete members', async () => {
    const { data } = (await create({ LastName: 'Vanishing' })).body
    const memberParams = { ...params, memberId: data.id }
    const reception = hub.as(people.reception)
    const deleted = await admin(api.deleteMember, { params: memberParams })
    expect(deleted.body).toEqual({ ok: true, data: null, message: text.deleted })

    expect((await admin(api.listMembers, { params, query: { q: 'vanishing' } })).body.Results).toEqual([])
    for (const answer of [
      await reception(api.getMember, { params: memberParams }),
      await admin(api.deleteMember, { params: memberParams }),
      await update(data.id, {}),
      await reception(api.listMemberHistory, { params: memberParams }),
      await admin(api.listMemberNotes, { params: memberParams }),
    ])
      expect(answer.status).toBe(404)

    expect((await read(data.id, admin)).Meta.DateDeleted).not.toBeNull()
    expect((await reception(api.restoreMember, { params: memberParams })).status).toBe(403)
    const restored = await admin(api.restoreMember, { params: memberParams })
    expect(restored.body).toMatchObject({
      ok: true,
      data: { LastName: 'Vanishing', Meta: { DateDeleted: null } },
    })
    expect(await admin(api.restoreMember, { params: memberParams })).toMatchObject({
      status: 409,
      error: { ErrorCode: 'member_not_deleted' },
    })
    expect((await admin(api.listMembers, { params, query: { q: 'vanishing' } })).body.Results).toHaveLength(1)
    expect((await historyOf(data.id)).map(({ Title }) => Title)).toEqual([
      'Restore a deleted member',
      'Delete a member',
      'Create a member',
    ])
  })
})
