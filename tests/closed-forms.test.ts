import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { venueClosed } from '#contract/business/venues.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { clubForm, memberOf, patronOf, renewalForm } from '#tests/people/patron.ts'

const business = { businessId: 'harbourside' }
const venue = { ...business, venueId: '2' }
const sentence = venueClosed('Harbourside Sports Bar')
const refused = { status: 409, error: { ErrorCode: 'venue_closed', ErrorMessage: sentence } }

let hub: TestHub
let superAdmin: Caller
let patron: ReturnType<typeof patronOf>
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on', HUB_PUBLIC_URL: 'https://club.example' })
  superAdmin = hub.as(people.superAdmin)
  patron = patronOf(hub)
  await hub.owner.query(`update request_form set venue_no = '2' where business_id = 'harbourside'`)
})
afterAll(() => hub.close())

const setEnabled = async (Enabled: boolean) =>
  expect((await superAdmin(api.updateVenue, { params: venue, body: { Enabled } })).status).toBe(200)

test('a payment that was given up is not asked for again while the venue is closed', async () => {
  const secret = await patron.apply()
  const { PaymentUrl } = await patron.submit(secret)
  await patron.pay(PaymentUrl, false)
  await setEnabled(false)
  const again = () => patron.call(api.submitSession, { params: clubForm, body: { Secret: secret } })
  expect(await again()).toMatchObject(refused)
  expect(await patron.open(secret)).toMatchObject({ IsPaymentOver: true, PaymentUrl: null })
  await setEnabled(true)
  expect((await patron.submit(secret)).PaymentUrl).not.toBeNull()
})

test('a renewal at a closed venue is refused where it starts, whatever venue the member is of', async () => {
  const secret = await patron.identify('10141')
  const { birthDate: BirthDate } = await memberOf(hub, '10141')
  const params = renewalForm
  await setEnabled(false)
  const { body: shown } = await patron.call(api.getPublicForm, { params })
  expect(shown.IsOpen).toBe(false)
  const member = { MembershipNumber: '10141' }
  expect(await patron.call(api.identifyMember, { params, body: { ...member, BirthDate } })).toMatchObject(
    refused,
  )
  expect(await patron.call(api.sendRenewalLink, { params, body: member })).toMatchObject(refused)
  expect(await patron.call(api.submitSession, { params, body: { Secret: secret } })).toMatchObject(refused)
  await setEnabled(true)
  expect(await patron.identify('10141')).toBeTruthy()
})

test('a form keeps a venue that was deleted, and can be closed', async () => {
  const params = { ...business, formId: clubForm.form }
  const { body: form } = await superAdmin(api.getRequestForm, { params })
  await superAdmin(api.deleteVenue, { params: venue })
  const { Url, PaymentMode, FormId, Revision, DateUpdated, UpdatedByUser, ...fields } = form
  const save = (body: object) =>
    superAdmin(api.updateRequestForm, {
      params,
      query: { revision: Revision },
      body: { ...fields, ...body },
    })
  const saved = await save({ IsOpen: false })
  expect(saved.body).toMatchObject({ IsOpen: false, VenueNo: '2' })
  const { error } = await superAdmin(api.createRequestForm, { params: business, body: fields })
  expect(error).toMatchObject({ Errors: { VenueNo: 'There is no such venue.' } })
})
