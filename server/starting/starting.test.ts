import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import type { StartingStep } from '#contract/starting/starting.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { samples } from '#tests/samples/samples.ts'

let hub: TestHub
let superAdmin: Caller
let params: { businessId: string }
beforeAll(async () => {
  hub = await startTestHub()
  superAdmin = hub.as(people.superAdmin)
  const body = {
    ABN: '51 824 753 556',
    Name: 'New Club',
    State: 'ACT',
    Postcode: '2600',
    IsAbnUnconfirmed: true,
  }
  const { BusinessId } = (await superAdmin(api.createBusiness, { body })).body
  params = { businessId: BusinessId }
})
afterAll(() => hub.close())

const stepsOf = async (caller = superAdmin, at = params) =>
  (await caller(api.getStarting, { params: at })).body.Steps
const openSteps = async () => (await stepsOf()).filter(({ IsDone }) => !IsDone).map(({ Step }) => Step)
const logo = (businessId: string) => `
  with logo as (insert into file (business_id, file_id, type, content) values ('${businessId}', 'logo-of-new', 'image/png', '\\x00') returning file_id)
  update business set logo_file_id = (select file_id from logo) where business_id = '${businessId}'`

test('a new business has to be licensed first, and what that opens comes after', async () => {
  expect(await openSteps()).toEqual(['Licences', 'Venue', 'Look', 'Users', 'Options'])
  for (const licence of ['pay', 'HubMembership'] as const)
    await superAdmin(api.setLicence, { params: { ...params, licence }, body: { Value: true } })
  expect(await openSteps()).toEqual([
    'Venue',
    'Look',
    'Users',
    'Options',
    'PointsType',
    'Members',
    'CardProgram',
    'Deposit',
    'PassDesign',
    'Form',
    'Event',
  ])
})

test('each step is done once what it is for is there', async () => {
  const deeds: [StartingStep, () => Promise<unknown>][] = [
    ['Venue', () => superAdmin(api.createVenue, { params, body: samples.createVenue.body })],
    ['Look', () => hub.owner.query(logo(params.businessId))],
    ['Users', () => superAdmin(api.createUser, { params, body: samples.createUser.body })],
    [
      'Options',
      () =>
        superAdmin(api.addOption, {
          params: { ...params, list: 'Title' },
          body: { Key: 'Capt', Value: 'Captain' },
        }),
    ],
    [
      'PointsType',
      () =>
        hub.owner.query(
          `insert into points_type (business_id, venue_no, points_type_id, points_to_dollar_ratio, is_default)
           values ($1, $2, 'Points', 100, true) on conflict do nothing`,
          [params.businessId, '1'],
        ),
    ],
    [
      'Members',
      () => superAdmin(api.createMember, { ...samples.createMember, params, query: { venueId: '1' } }),
    ],
    [
      'CardProgram',
      () => superAdmin(api.createCardProgram, { params, body: samples.createCardProgram.body }),
    ],
    ['Deposit', () => superAdmin(api.deposit, { params, body: samples.deposit.body })],
    [
      'PassDesign',
      () => superAdmin(api.createPassConfiguration, { params, body: { DisplayName: 'Member card' } }),
    ],
    ['Form', () => superAdmin(api.createRequestForm, { params, body: samples.createRequestForm.body })],
    ['Event', () => superAdmin(api.createEvent, { params, body: samples.createEvent.body })],
  ]
  for (const [step, deed] of deeds) {
    expect(await openSteps(), step).toContain(step)
    await deed()
    expect(await openSteps(), step).not.toContain(step)
  }
  expect(await openSteps()).toEqual([])
})

test('everybody is shown what they may do themselves', async () => {
  const at = { businessId: 'harbourside' }
  const namesFor = async (email: string) => (await stepsOf(hub.as(email), at)).map(({ Step }) => Step)
  expect(await namesFor(people.admin)).toEqual(['Look', 'Users', 'Members', 'PassDesign', 'Form', 'Event'])
  expect(await namesFor(people.door)).toEqual([])
  expect((await hub.as(people.otherAdmin)(api.getStarting, { params: at })).status).toBe(404)
})
