import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract'
import { venueClosed } from '#contract/business/venues.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { recordIds } from '#tests/samples/record-ids.ts'
import { samples } from '#tests/samples/samples.ts'
import { freshCard, tillOf } from '#tests/till.ts'

const business = { businessId: 'harbourside' }
const closedNo = '2'
const sentence = venueClosed('Harbourside Sports Bar')
const refused = { status: 409, error: { ErrorCode: 'venue_closed', ErrorMessage: sentence } }

let hub: TestHub
let superAdmin: Caller
let till: ReturnType<typeof tillOf>
const ids: Record<string, string> = {}
beforeAll(async () => {
  hub = await startTestHub()
  superAdmin = hub.as(people.superAdmin)
  Object.assign(ids, await recordIds(hub.owner, 'harbourside'))
  await findIds()
  const { body: key } = await superAdmin(api.createApiKey, {
    params: business,
    body: { Name: 'Sports bar till', VenueNo: closedNo },
  })
  till = tillOf(hub, key.Secret)
})
afterAll(() => hub.close())

async function findIds() {
  const idOf = async (query: string) => (await hub.owner.query<{ id: string }>(query)).rows[0]!.id
  ids.sessionId = await idOf(`
    select session_id as id from request_session where business_id = 'harbourside' and kind = 'Registration'
      and next_step = 'User Completed' and member_id is null`)
  ids.formId = await idOf(`
    select form_id as id from request_form where business_id = 'harbourside' and kind = 'Registration' and venue_no = '1'`)
  await hub.owner.query(
    `update member_import set parts_there = parts, columns = '["First"]' where import_id = '${ids.importId}'`,
  )
  ids.eventId = await idOf(`
    select event_id as id from event where business_id = 'harbourside' and status = 'Published' order by end_date desc`)
}

const setEnabled = async (Enabled: boolean) => {
  const { status } = await superAdmin(api.updateVenue, {
    params: { ...business, venueId: closedNo },
    body: { Enabled },
  })
  expect(status).toBe(200)
}

const rows = Object.entries(api as Record<string, Endpoint>).map(([name, row]) => ({ name, row }))
type Row = (typeof rows)[number]
const inputOf = ({ query, body }: Endpoint) =>
  [query, body]
    .map((schema) => JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })))
    .join('')
const takesVenue = ({ row }: Row) => /"(venueId|VenueNo)":/.test(inputOf(row)) || /venue/i.test(row.path)

// What is done to the venue itself, and must be possible while it is closed.
const administers = ['createVenue', 'updateVenue', 'deleteVenue']

/** The sample of a row with the closed venue put where it takes one. */
function atClosedVenue({ name, row }: Row) {
  const sample: { params?: object; query?: object; body?: unknown } = samples[name as keyof typeof samples]
  const query = inputOf({ ...row, body: z.undefined() }).includes('"venueId"') && { venueId: closedNo }
  const more = { revision: '1' }
  const body = Array.isArray(sample.body) ? [closedNo] : { ...(sample.body as object), VenueNo: closedNo }
  return {
    params: { ...ids, ...sample.params },
    query: { ...sample.query, ...query, ...('revision' in (row.query as z.ZodObject).shape && more) },
    ...(row.method !== 'GET' && { body: query ? sample.body : body }),
  }
}

describe('what is new', () => {
  beforeAll(() => setEnabled(false))
  afterAll(() => setEnabled(true))
  const writes = rows.filter(
    (each) => takesVenue(each) && each.row.method !== 'GET' && !administers.includes(each.name),
  )

  test('is found in the contract', () => {
    expect(writes.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'createMember',
        'createApiKey',
        'createRequestForm',
        'updateRequestForm',
        'acceptMembershipRequest',
        'checkMemberImport',
        'setUserVenues',
      ]),
    )
  })

  test.each(writes)('is refused at a closed venue by $name', async (each) => {
    expect(await superAdmin(each.row, atClosedVenue(each))).toMatchObject(refused)
  })

  test('is not offered there: neither in the summary nor among the venues of a new member', async () => {
    const { body } = await hub.as(people.admin)(api.getConfiguration, { params: business })
    expect(body.VenueSummaries).toEqual([{ DisplayName: 'Harbourside Main Club', VenueNo: '1' }])
    const { body: venues } = await superAdmin(api.listMemberVenues, { params: business })
    expect(venues.data.map(({ Key }) => Key)).toEqual(['1'])
    const { rows: members } = await hub.owner.query<{ id: string }>(
      `select member_id as id from member where business_id = 'harbourside' and venue_no = '2' and deleted_at is null limit 1`,
    )
    const memberId = members[0]!.id
    const { body: own } = await superAdmin(api.listMemberVenues, { params: business, query: { memberId } })
    expect(own.data).toContainEqual({ Key: '2', Value: 'Harbourside Sports Bar', IsDeprecated: true })
    const { body: member } = await superAdmin(api.getMember, { params: { ...business, memberId } })
    expect(member.Results[0]).toMatchObject({ VenueName: 'Harbourside Sports Bar' })
  })

  test('is not what a user had before: who was confined to it stays so', async () => {
    const { rows: users } = await hub.owner.query<{ uid: string }>(
      `select uid from business_user where email = '${people.promotions}'`,
    )
    const params = { ...business, uid: users[0]!.uid }
    expect((await superAdmin(api.setUserVenues, { params, body: ['1', '2'] })).status).toBe(204)
  })
})

describe('a form of a closed venue', () => {
  test('takes no applications, and can be changed all the same', async () => {
    const params = { ...business, formId: ids.formId! }
    await hub.owner.query(`
      update request_form set venue_no = '2', is_open = true where business_id = 'harbourside' and kind = 'Registration'`)
    await setEnabled(false)
    const patron = hub.as(null)
    const shown = await patron(api.getPublicForm, { params: { form: ids.formId! } })
    expect(shown.body.IsOpen).toBe(false)
    const answer = await patron(api.startApplication, {
      ...samples.startApplication,
      params: { form: ids.formId! },
    })
    expect(answer).toMatchObject(refused)
    const { body: request } = await superAdmin(api.getMembershipRequest, { params: ids as never })
    expect(request.Proposal.VenueNo).toBeNull()
    const { body: form } = await superAdmin(api.getRequestForm, { params })
    const {
      Url: _,
      PaymentMode: __,
      FormId: ___,
      Revision,
      DateUpdated: ____,
      UpdatedByUser: _____,
      ...fields
    } = form
    const saved = await superAdmin(api.updateRequestForm, {
      params,
      query: { revision: Revision },
      body: fields,
    })
    expect(saved.status).toBe(200)
    await setEnabled(true)
    expect((await patron(api.getPublicForm, { params: { form: ids.formId! } })).body.IsOpen).toBe(true)
  })
})

describe('the tills of a closed venue', () => {
  const ofTills = rows.filter(({ row }) => row.access.kind === 'till')
  const settles = ({ row: { access } }: Row) => access.kind === 'till' && access.settles === true

  test('settle what they held before, and sell again once it is open', async () => {
    const { number } = await freshCard(hub)
    const holds = [await till.hold(number, 10), await till.hold(number, 5)]
    await setEnabled(false)
    expect((await till.capture(holds[0]!.body.HoldId)).status).toBe(200)
    expect((await till.release(holds[1]!.body.HoldId)).status).toBe(200)
    const declined = await till.hold(number, 1)
    expect(declined).toMatchObject(refused)
    expect(declined.error).toMatchObject({ Receipt: ['Harbourside Sports Bar', 'Declined', sentence] })
    await setEnabled(true)
    expect((await till.hold(number, 1)).status).toBe(200)
  })

  test('do nothing else, whatever the row', async () => {
    const { body: key } = await superAdmin(api.createApiKey, {
      params: business,
      body: { Name: 'Another till', VenueNo: closedNo },
    })
    await setEnabled(false)
    for (const each of ofTills) {
      const sample: { params?: object; body?: unknown } = samples[each.name as keyof typeof samples]
      const call = { ...sample, params: { ...ids, ...sample.params } }
      const { error } = await hub.asTill(key.Secret)(each.row, call)
      expect(error.ErrorCode === 'venue_closed', each.name).toBe(!settles(each))
    }
    await setEnabled(true)
  })
})

describe('the door of a closed venue', () => {
  // These look at each scan by itself, or take one back; and who is in is read out wherever people gather outside.
  const besides = ['recordScans', 'undoScan', 'listWhoIsIn']
  const ofDoors = rows.filter(
    ({ name, row: { access } }) =>
      access.kind === 'permission' && access.orDoorKit && !besides.includes(name),
  )
  const scanAt = (ScannedAt: Date, Code: string) => ({
    ScanId: crypto.randomUUID(),
    Code,
    ScannedAt: ScannedAt.toISOString(),
    DeviceName: 'Test',
    DecidedAs: 'Valid' as const,
  })
  const newKit = async () => {
    const params = { ...business, eventId: ids.eventId! }
    const { body } = await hub.as(people.admin)(api.createDoorKit, { params, body: { Name: 'Gate' } })
    return hub.asTill(body.Secret)
  }
  const place = (location: string) =>
    hub.owner.query(`update event set location = $1, revision = revision + 1 where event_id = $2`, [
      location,
      ids.eventId,
    ])

  test('is closed where the event’s location is the venue', async () => {
    await place('harbourside sports bar ')
    const params = { ...ids, part: 'any' }
    const kit = await newKit()
    const { rows: members } = await hub.owner.query<{ number: string }>(
      `select membership_number as number from member where business_id = 'harbourside' and deleted_at is null limit 1`,
    )
    const code = members[0]!.number
    const before = new Date()
    await setEnabled(false)
    for (const { name, row } of ofDoors)
      expect(await kit(row, { ...samples[name as keyof typeof samples], params }), name).toMatchObject(
        refused,
      )
    expect(ofDoors.length).toBeGreaterThan(3)
    const made = await hub.as(people.admin)(api.createDoorKit, {
      params: ids as never,
      body: { Name: 'Late' },
    })
    expect(made).toMatchObject(refused)
    const scan = (at: Date) => kit(api.recordScans, { params: ids as never, body: scanAt(at, code) })
    expect((await scan(new Date())).body).toMatchObject({ Result: 'EventNotOpen', Reason: sentence })
    // What a door without a connection had scanned before is judged as it would have been then.
    const late = await scan(before)
    expect(late.status).toBe(200)
    expect(late.body).not.toMatchObject({ Result: 'EventNotOpen' })
    const during = new Date()
    await setEnabled(true)
    expect((await kit(api.getDoor, { params: ids as never })).status).toBe(200)
    // Nor does opening it let in whoever came while it was closed.
    expect((await scan(during)).body).toMatchObject({ Result: 'EventNotOpen', Reason: sentence })
    expect((await scan(new Date())).body).not.toMatchObject({ Result: 'EventNotOpen' })
    const venue = { ...business, venueId: closedNo }
    await superAdmin(api.deleteVenue, { params: venue })
    const deleted = new Date()
    await superAdmin(api.deleteVenue, { params: venue, query: { undelete: 'true' } })
    expect((await scan(deleted)).body).toMatchObject({ Result: 'EventNotOpen', Reason: sentence })
  })

  test('is closed since its venue was, whatever else of it is changed', async () => {
    const closingOf = async (venueNo: string) => {
      const { rows: found } = await hub.owner.query(
        `select closed_at as "closedAt", opened_at as "openedAt" from venue where business_id = 'harbourside' and venue_no = $1`,
        [venueNo],
      )
      return found[0]
    }
    const { body: made } = await superAdmin(api.createVenue, {
      ...samples.createVenue,
      params: business,
      body: { ...samples.createVenue.body, DisplayName: 'Rooftop', Enabled: false },
    })
    const closing = await closingOf(made.VenueNo)
    expect(closing).toEqual({ closedAt: expect.any(Date), openedAt: null })
    const params = { ...business, venueId: made.VenueNo }
    await superAdmin(api.updateVenue, { params, body: { DisplayName: 'Roof' } })
    expect(await closingOf(made.VenueNo)).toEqual(closing)
    await superAdmin(api.updateVenue, { params, body: { Enabled: true } })
    const opened = await closingOf(made.VenueNo)
    expect(opened).toEqual({ ...closing, openedAt: expect.any(Date) })
    await superAdmin(api.updateVenue, { params, body: { DisplayName: 'Rooftop', Enabled: true } })
    expect(await closingOf(made.VenueNo)).toEqual(opened)
    await superAdmin(api.deleteVenue, { params })
  })

  test('is closed to who is confined to the venue, and open to all others', async () => {
    await place('Somewhere else')
    await hub.owner.query(`update business_user set venue_nos = '{2}' where email = $1`, [people.admin])
    const confined = await newKit()
    await setEnabled(false)
    const params = ids as never
    expect(await confined(api.getDoor, { params })).toMatchObject(refused)
    expect((await superAdmin(api.getDoor, { params })).status).toBe(200)
    await setEnabled(true)
    expect((await confined(api.getDoor, { params })).status).toBe(200)
  })
})
