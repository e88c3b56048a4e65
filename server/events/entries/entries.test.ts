import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { endlessDay } from '#contract/events/event-times.ts'
import type { OpenHours } from '#contract/events/open-hours.ts'
import { people } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'
import { harbourside, scanOf, startDoors, sydneyDay } from '#tests/records/events.ts'
import { setVisitorRules, signIn } from '#tests/records/visitors.ts'

let doors: Awaited<ReturnType<typeof startDoors>>
beforeAll(async () => {
  doors = await startDoors()
})
afterAll(() => doors.hub.close())

const switchOn = (VenueNo: string, OpenHours: OpenHours[number][] | null = null) =>
  doors.admin(api.switchEntryOn, { params: harbourside, body: { VenueNo, OpenHours } })
const entryOf = async (venueNo: string) => {
  const { body } = await doors.door(api.listEntries, { params: harbourside })
  return body.Results.find(({ VenueNo }) => VenueNo === venueNo)!.Entry
}
const step = (eventId: string, status: 'complete' | 'cancel' | 'delete') =>
  doors.admin(api.setEventStatus, { params: { ...harbourside, eventId, status } })

test('a venue’s entry is an event without an end, among the entries and not among the events', async () => {
  expect(await entryOf('1')).toBeNull()
  const { body } = await switchOn('1')
  expect(body).toMatchObject({
    Kind: 'Entry',
    VenueNo: '1',
    EventStatus: 'Published',
    EventStartDate: sydneyDay(),
    EventEndDate: endlessDay,
    OpenHours: null,
    Reentry: 'free',
  })
  expect(body.EventName).toBe(`Entry, ${body.EventLocation}`)
  expect((await entryOf('1'))?.id).toBe(body.id)
  const { body: events } = await doors.admin(api.listEvents, { params: harbourside, query: { q: 'Entry,' } })
  expect(events.Results).toEqual([])
})

test('it lets members in at once, and its door and kits work as those of any event', async () => {
  const { id: eventId } = (await entryOf('1'))!
  const results = [
    await doors.scan(eventId, scanOf(doors.member.number)),
    await doors.scan(eventId, scanOf(doors.member.number)),
  ]
  expect(results.map(({ body }) => body.Result)).toEqual(['Valid', 'Reentry'])
  const { body } = await doors.admin(api.createDoorKit, {
    params: { ...harbourside, eventId },
    body: { Name: 'Front desk' },
  })
  const answer = await doors.hub.app.inject({
    url: api.getDoor.path.replace('{businessId}', 'harbourside').replace('{eventId}', eventId),
    headers: { authorization: `Bearer ${body.Secret}` },
  })
  expect(answer.json()).toMatchObject({ Event: { Kind: 'Entry' } })
})

test('those who see doors are told who came today and who is in, members and visitors, once each', async () => {
  await setVisitorRules(doors.hub)
  const { id: eventId } = (await entryOf('1'))!
  const standsAt = async (by = doors.door) => {
    const { body } = await by(api.listEntries, { params: harbourside })
    return body.Results.find(({ VenueNo }) => VenueNo === '1')!.Now
  }
  expect(await standsAt()).toEqual({ CameIn: 1, PeopleIn: 1, VisitorsIn: 0 })
  await signIn(doors.door, eventId, { HostCode: doors.member.number })
  await doors.scan(eventId, scanOf(doors.unfinancial.number))
  expect(await standsAt()).toEqual({ CameIn: 2, PeopleIn: 2, VisitorsIn: 1 })
  await doors.scan(eventId, scanOf(doors.unfinancial.number, { Direction: 'Out' }))
  expect(await standsAt(doors.admin)).toEqual({ CameIn: 2, PeopleIn: 1, VisitorsIn: 1 })
  const { body } = await doors.door(api.getDoorNow, { params: { ...harbourside, eventId } })
  expect(body).toMatchObject((await standsAt())!)
  await doors.hub.owner.query(
    `update event_scan set occasion = $2, scanned_at = scanned_at - interval '3 days' where event_id = $1`,
    [eventId, sydneyDay(-3)],
  )
  expect(await standsAt()).toMatchObject({ CameIn: 0, PeopleIn: 0 })
})

test('two at once switch on one, and what is on stays', async () => {
  const answers = await Promise.all([switchOn('2'), switchOn('2')])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const { id } = (await entryOf('2'))!
  expect((await step(id, 'delete')).status).toBe(409)
  const cancel = await step(id, 'cancel')
  expect(cancel.error.ErrorMessage).toBe('This is the entry of a venue. Switch it off instead.')
  const copy = await doors.admin(api.duplicateEvent, { params: { ...harbourside, eventId: id } })
  expect(copy.error.ErrorCode).toBe('event_is_entry')
})

test('switched off it lets nobody in; on again it is the same one', async () => {
  const { id } = (await entryOf('1'))!
  await step(id, 'complete')
  expect((await doors.scan(id, scanOf(doors.unfinancial.number))).body.Result).toBe('EventNotOpen')
  const { body } = await switchOn('1')
  expect(body).toMatchObject({ id, EventStatus: 'Published' })
  expect((await doors.scan(id, scanOf(doors.unfinancial.number))).body.Result).toBe('Valid')
})

test('what is not said stays as the former one had it, off and on and saved', async () => {
  const { id: eventId } = (await entryOf('1'))!
  const params = { ...harbourside, eventId }
  const night = { From: '18:00', To: '02:00' }
  const OpenHours = Array.from({ length: 7 }, () => night)
  const strict = {
    OpenHours,
    MemberFilterQuery: 'Financial=true',
    Reentry: 'checkout',
    Capacity: 40,
    LetsSuspendedIn: true,
  } as const
  await doors.admin(api.saveEntry, { params, body: strict })
  expect((await doors.admin(api.saveEntry, { params, body: {} })).body).toMatchObject(strict)
  await step(eventId, 'complete')
  expect(await entryOf('1')).toMatchObject({ EventStatus: 'Completed', MemberFilterQuery: 'Financial=true' })
  const { body } = await doors.admin(api.switchEntryOn, { params: harbourside, body: { VenueNo: '1' } })
  expect(body).toMatchObject({ id: eventId, EventStatus: 'Published', ...strict })
  const { body: trail } = await doors.admin(api.listAudit, { params: harbourside, query: { limit: 1 } })
  expect(trail.Results[0]).toMatchObject({
    Title: api.switchEntryOn.title,
    Before: { Status: 'Completed' },
    After: { Status: 'Published' },
  })
  const open = { OpenHours: null, MemberFilterQuery: '' }
  expect((await doors.admin(api.saveEntry, { params, body: open })).body).toMatchObject(open)
})

test('it has the time zone of its venue, and of the business where that has none', async () => {
  const superAdmin = doors.hub.as(people.superAdmin)
  const zoneOf = async () => (await entryOf('1'))!.TimeZoneId
  const venue = (TimeZone: string | null) =>
    superAdmin(api.updateVenue, { params: { ...harbourside, venueId: '1' }, body: { TimeZone } })
  await venue('Australia/Perth')
  expect(await zoneOf()).toBe('Australia/Perth')
  await venue(null)
  expect(await zoneOf()).toBe('Australia/Sydney')
  await superAdmin(api.setTimeZone, { params: harbourside, body: { TimeZone: 'Australia/Darwin' } })
  expect(await zoneOf()).toBe('Australia/Darwin')
  await superAdmin(api.setTimeZone, { params: harbourside, body: { TimeZone: 'Australia/Sydney' } })
})

test('a day that ends where it begins is refused', async () => {
  const OpenHours = Array.from({ length: 7 }, () => ({ From: '10:00', To: '10:00' }))
  const { status, error } = await switchOn('1', OpenHours)
  expect(status).toBe(400)
  expect(Object.values(error.Errors ?? {})[0]).toMatch(/^It opens and closes at the same minute\./)
})

test('it goes by its hours and its filter', async () => {
  const { id: eventId } = (await entryOf('2'))!
  const closed = Array.from({ length: 7 }, () => null)
  const saved = await doors.admin(api.saveEntry, {
    params: { ...harbourside, eventId },
    body: { OpenHours: closed, MemberFilterQuery: 'Financial=true' },
  })
  expect(saved.body).toMatchObject({ OpenHours: closed, MemberFilterQuery: 'Financial=true' })
  const { body } = await doors.scan(eventId, scanOf(doors.member.number))
  expect(body).toMatchObject({
    Result: 'OutsideCheckIn',
    Reason: expect.stringMatching(/^Open hours of \w+day: closed\.$/),
  })
  const short = await doors.admin(api.saveEntry, {
    params: { ...harbourside, eventId },
    body: { OpenHours: [null] },
  })
  expect(short).toMatchObject({ status: 400 })
})

test('it is called after its venue, whatever that is called', async () => {
  await doors.hub.as(people.superAdmin)(api.updateVenue, {
    params: { ...harbourside, venueId: '2' },
    body: { DisplayName: 'The Boathouse' },
  })
  expect(await entryOf('2')).toMatchObject({
    EventName: 'Entry, The Boathouse',
    EventLocation: 'The Boathouse',
  })
})

test('who is confined to a venue sees and switches that one', async () => {
  const confined = await confinedAdmin(doors.hub)
  const { body } = await confined(api.listEntries, { params: harbourside })
  expect(body.Results.map(({ VenueNo }) => VenueNo)).toEqual(['2'])
  const refused = await confined(api.switchEntryOn, {
    params: harbourside,
    body: { VenueNo: '1', OpenHours: null },
  })
  expect(refused).toMatchObject({ status: 400, error: { ErrorMessage: 'There is no such venue.' } })
})
