import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { registerWords } from '#contract/business/register-words.ts'
import { largestLogoBytes } from '#contract/business/settings.ts'
import { madeUpEntries } from '#server/business/register'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'

const params = { businessId: 'harbourside' }
const fields = {
  DisplayName: 'Harbourside Leagues Club',
  EmailAddress: 'office@harbourside.example',
  PhoneNumber: '02 5550 1234',
  Website: 'https://harbourside.example',
  PostalAddress: '1 Quay Street\nSydney NSW 2000',
  Colour: '#AA3300',
}
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const read = async () => (await hub.as(people.superAdmin)(api.getBusinessSettings, { params })).body
const save = (body: object, as: string = people.superAdmin) =>
  hub.as(as)(api.saveBusinessSettings, { params, body: { ...fields, ...body } })
const unknownAbn = '51824753556'
const free = madeUpEntries().find(({ name }) => name === 'Fremantle Tavern')!

describe('the settings of a business', () => {
  test('are changed by who manages its users, on record, and its name is seen everywhere', async () => {
    const { status, body } = await save({ DisplayName: 'Harbourside' }, people.admin)
    expect([status, body]).toMatchObject([200, { ...fields, DisplayName: 'Harbourside', Colour: '#aa3300' }])
    const seen = await hub.as(people.door)(api.listBusinesses)
    expect(seen.body.Results[0]!.DisplayName).toBe('Harbourside')
    const { rows } = await hub.owner.query(
      `select before, after from audit_entry where title = $1 order by id desc limit 1`,
      [api.saveBusinessSettings.title],
    )
    expect(rows[0]).toMatchObject({
      before: { 'Display name': 'Harbourside Leagues Club', Phone: null },
      after: { 'Display name': 'Harbourside', Phone: '02 5550 1234' },
    })
    await save({}, people.admin)
  })

  test.each([
    ['DisplayName', ' ', 'Enter the display name.'],
    ['DisplayName', 'Two\nlines', 'Write the name in one line.'],
    ['EmailAddress', 'office', 'Enter an e-mail address such as office@club.example.'],
    ['PhoneNumber', 'ring us', 'Enter the phone number in digits, such as 02 5550 1234.'],
    ['Website', 'javascript:alert(1)', 'Enter the website with https://, such as https://club.example.'],
    ['Website', 'https://a b.example', 'Enter the website with https://, such as https://club.example.'],
    [
      'Website',
      'https://me:pw@club.example',
      'Enter the website with https://, such as https://club.example.',
    ],
    ['Colour', 'red', 'Enter the colour as # and six digits, such as #0d5768.'],
  ])('refuse %s %j', async (field, value, sentence) => {
    const { status, error } = await save({ [field]: value })
    expect([status, error.Errors]).toEqual([400, { [field]: sentence }])
  })

  test('are nobody else’s: neither another role’s nor another business’s, nor of who is confined to venues', async () => {
    expect((await save({}, people.reception)).status).toBe(403)
    expect((await save({}, people.otherAdmin)).status).toBe(404)
    const confined = await confinedAdmin(hub)
    const { status, error } = await confined(api.saveBusinessSettings, { params, body: fields })
    expect([status, error.ErrorCode]).toEqual([403, 'beyond_own_authority'])
  })
})

describe('the ABN', () => {
  test('is a super administrator’s to change, who is asked whether an unknown one is meant', async () => {
    expect((await save({ ABN: unknownAbn }, people.admin)).error).toMatchObject({
      ErrorCode: 'beyond_own_authority',
      ErrorMessage: registerWords.notYours,
    })
    expect((await save({ ABN: unknownAbn })).error).toMatchObject({
      ErrorCode: 'abn_unknown',
      ErrorMessage: registerWords.unknown,
    })
    const meant = await save({ ABN: unknownAbn, IsAbnUnconfirmed: true })
    expect(meant.body).toMatchObject({ ABN: unknownAbn, LegalName: null, AbnConfirmedDate: null })
  })

  test('of a registered business brings its legal name, and the moment', async () => {
    const { body } = await save({ ABN: free.abn })
    expect(body).toMatchObject({ ABN: free.abn, LegalName: free.name, AbnConfirmedDate: expect.any(String) })
    expect(body.DisplayName).toBe(fields.DisplayName)
  })

  test('that another business has is refused', async () => {
    const taken = madeUpEntries().find(({ name }) => name === 'Valley Golf Club')!
    expect((await save({ ABN: taken.abn })).error.ErrorCode).toBe('abn_registered')
  })

  test('is asked for again, by super administrators alone', async () => {
    await hub.owner.query(`update business set legal_name = 'Old' where business_id = 'harbourside'`)
    const ask = (as: string, ABN: string) => hub.as(as)(api.confirmAbn, { params, body: { ABN } })
    expect((await ask(people.superAdmin, free.abn)).body.LegalName).toBe(free.name)
    expect((await ask(people.superAdmin, unknownAbn)).error.ErrorCode).toBe('abn_changed')
    expect((await ask(people.admin, free.abn)).status).toBe(403)
  })
})

describe('the logo', () => {
  const upload = (content: Buffer, as: string = people.admin) =>
    hub.as(as)(api.setBusinessLogo, { params, body: { imageData: content.toString('base64') } })
  const open = async (url: string | null) => hub.app.inject({ url: url ?? '' })
  const blank = sharp({ create: { width: 960, height: 200, channels: 3, background: '#0d5768' } })
  let logo: Buffer
  beforeEach(async () => {
    logo = await blank.png().toBuffer()
  })

  test('is made to fit, served to everyone, replaced and removed', async () => {
    const { body } = await upload(logo)
    expect(await sharp((await open(body.LogoUrl)).rawPayload).metadata()).toMatchObject({
      width: 480,
      height: 100,
      format: 'png',
    })
    const another = await upload(await blank.jpeg().toBuffer())
    expect((await open(body.LogoUrl)).statusCode).toBe(404)
    expect((await open(another.body.LogoUrl)).headers['content-type']).toBe('image/jpeg')
    const remove = () => hub.as(people.admin)(api.removeBusinessLogo, { params })
    expect((await remove()).body.LogoUrl).toBeNull()
    expect((await remove()).error.ErrorMessage).toBe('This business has no logo.')
  })

  test.each([
    ['a drawing with a script', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a page that says it is a picture', () => Buffer.from('\u0089PNG\r\n<html>')],
    ['half of one', () => logo.subarray(0, 60)],
    ['more than 2 MB', () => Buffer.alloc(largestLogoBytes + 100)],
  ])('is not %s', async (_, content) => {
    const { status, error } = await upload(content())
    expect([status, Object.keys(error.Errors ?? {})]).toEqual([400, ['imageData']])
  })

  test('is not changed by others', async () => {
    expect((await upload(logo, people.otherAdmin)).status).toBe(404)
    expect((await upload(logo, people.finance)).status).toBe(403)
    expect((await read()).LogoUrl).toBeNull()
  })
})
