import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { madeUpEntries } from '#server/business/register'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

const sentence = 'Choose a time zone, such as Australia/Sydney.'
const params = { businessId: 'harbourside' }
let hub: TestHub
let superAdmin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  superAdmin = hub.as(people.superAdmin)
})
afterAll(() => hub.close())

const set = (TimeZone: string) => superAdmin(api.setTimeZone, { params, body: { TimeZone } })
const zoneShown = async () => (await hub.as(people.door)(api.getConfiguration, { params })).body.TimeZone

describe('the time zone of a business', () => {
  test('is chosen when it is made, or else that of its state', async () => {
    const [first, second] = madeUpEntries()
      .filter(({ state }) => state === 'WA')
      .map(({ abn, name, state, postcode }) => ({ ABN: abn, Name: name, State: state, Postcode: postcode }))
    const make = async (body: object) => (await superAdmin(api.createBusiness, { body: body as never })).body
    expect(await make(first!)).toMatchObject({ TimeZone: 'Australia/Perth' })
    const TimeZone = 'Indian/Christmas'
    expect(await make({ ...second, TimeZone })).toMatchObject({ TimeZone })
  })

  test('is changed by super administrators, on record', async () => {
    expect(await zoneShown()).toBe('Australia/Sydney')
    expect((await set('Australia/Perth')).status).toBe(204)
    expect(await zoneShown()).toBe('Australia/Perth')
    const { rows } = await hub.owner.query(
      `select record_name, before, after from audit_entry where title = 'Change the time zone'`,
    )
    const [before, after] = [{ 'Time zone': 'Australia/Sydney' }, { 'Time zone': 'Australia/Perth' }]
    expect(rows).toEqual([{ record_name: 'Harbourside Leagues Club', before, after }])
  })

  test('takes its scheduled reports to the morning there', async () => {
    const body = {
      Name: 'Z',
      Report: 'finance-close-pack',
      Search: '',
      IsShared: false,
      Schedule: 'Daily',
    } as const
    const { body: saved } = await hub.as(people.finance)(api.saveReport, { params, body })
    await set('Pacific/Auckland')
    const { body: list } = await hub.as(people.finance)(api.listSavedReports, { params })
    const { NextAt } = list.Results.find(({ SavedReportId }) => SavedReportId === saved.SavedReportId)!
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Pacific/Auckland', timeStyle: 'short' })
    expect(clock.format(new Date(NextAt!))).toBe('07:00')
  })

  // Neither lost, as one that is due would be, nor sent twice on a day, as one that was sent this morning would be.
  test.each([
    ['is due', '2026-03-02', 'Australia/Perth', '2026-03-01T23:00:00Z'],
    ['is due', '2026-03-02', 'Pacific/Auckland', '2026-03-01T18:00:00Z'],
    ['comes later', '2099-07-01', 'Australia/Perth', '2099-06-30T23:00:00Z'],
    ['comes later', '2099-07-01', 'Pacific/Auckland', '2099-06-30T19:00:00Z'],
  ])('leaves a report that %s to its day, %s, in %s', async (_, day, zone, nextAt) => {
    await set('Australia/Sydney')
    const { rows } = await hub.owner.query<{ id: string }>(
      `update saved_report set next_at = ($1::date + time '07:00') at time zone 'Australia/Sydney'
       where name = 'Z' returning saved_report_id as id`,
      [day],
    )
    await set(zone)
    const { body } = await hub.as(people.finance)(api.listSavedReports, { params })
    const { NextAt } = body.Results.find(({ SavedReportId }) => SavedReportId === rows[0]!.id)!
    expect(new Date(NextAt!)).toEqual(new Date(nextAt))
  })

  test.each(['', 'Sydney', 'Mars/Olympus', '+10:00', 'AET', 'NST'])(
    'is refused where it is "%s"',
    async (zone) => {
      const { status, error } = await set(zone)
      expect([status, error.Errors]).toEqual([400, { TimeZone: sentence }])
    },
  )
})

describe('the time zone of a venue', () => {
  const change = (TimeZone: string | null) =>
    superAdmin(api.updateVenue, { params: { ...params, venueId: '2' }, body: { TimeZone } })

  test('is its own where it has one, and stays where a change does not name it', async () => {
    expect((await change('Australia/Perth')).body.TimeZone).toBe('Australia/Perth')
    const at = { ...params, venueId: '2' }
    const { body } = await superAdmin(api.updateVenue, { params: at, body: { Enabled: true } })
    expect(body.TimeZone).toBe('Australia/Perth')
    expect((await change(null)).body.TimeZone).toBeNull()
  })

  test('is refused where there is none of that name', async () => {
    expect((await change('Mars/Olympus')).error.Errors).toEqual({ TimeZone: sentence })
  })
})
