import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import type { PassConfiguration } from '#contract/passes/pass-configurations.ts'
import type { PassDocument } from '#contract/passes/pass-document.ts'
import { passTokens, sampleValues } from '#contract/passes/pass-tokens.ts'
import { colourOfHex } from '#contract/values/colour-values.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

let hub: TestHub
let admin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
})
afterAll(() => hub.close())

const businessId = 'harbourside'
const get = async (passConfigurationId: string) =>
  (await admin(api.getPassConfiguration, { params: { businessId, passConfigurationId } })).body
const save = (pass: PassConfiguration, changes: Partial<PassDocument> & { IsProcessed?: boolean }) =>
  admin(api.updatePassConfiguration, {
    params: { businessId, passConfigurationId: pass.PassConfigurationId },
    body: { ...pass, ...changes },
  })
const create = async (DisplayName: string) =>
  (await admin(api.createPassConfiguration, { params: { businessId }, body: { DisplayName } })).body
const lastAudit = async () =>
  (
    await hub.owner.query<{ title: string; name: string; before: object; after: object }>(
      `select title, record_name as name, before, after from audit_entry order by id desc limit 1`,
    )
  ).rows[0]!

test('the list has every configuration of the business by name, page by page, and can be searched', async () => {
  const list = (query: object) => admin(api.listPassConfigurations, { params: { businessId }, query })
  const first = (await list({ limit: 1 })).body
  expect(first.Results).toMatchObject([
    { PassConfigurationId: 'member-card', DisplayName: 'Member Card', UpdatedByUser: 'Alex Admin' },
  ])
  expect(first.Results[0]!.LogoUrl).toMatch(/^\/api\/files\//)
  const token = new URL(first._links.next!.href).searchParams.get('continuationToken')!
  expect((await list({ limit: 1, continuationToken: token })).body).toMatchObject({
    Results: [{ DisplayName: 'Visitor Pass' }],
    _links: {},
  })
  expect((await list({ q: 'visit' })).body.Results).toMatchObject([{ DisplayName: 'Visitor Pass' }])
})

test('a new configuration is a whole pass with the pictures it needs', async () => {
  const made = await create('  Gold Card  ')
  expect(made).toMatchObject({
    DisplayName: 'Gold Card',
    Version: 1,
    IsProcessed: false,
    UpdatedByUser: 'Alex Admin',
  })
  expect(made.Images.map(({ imageType }) => imageType)).toEqual([
    'AppleIcon',
    'AppleIcon2X',
    'AppleLogo',
    'AppleLogo2X',
  ])
  expect(await get(made.PassConfigurationId)).toEqual(made)
  expect(await lastAudit()).toMatchObject({ title: 'Create a pass configuration', name: 'Gold Card' })
})

test('a duplicate has the design and pictures of its own', async () => {
  const original = await get('member-card')
  const { body: copy } = await admin(api.duplicatePassConfiguration, {
    params: { businessId, passConfigurationId: 'member-card' },
    body: { DisplayName: 'Second Card' },
  })
  expect(copy).toMatchObject({ DisplayName: 'Second Card', iOSLogoText: original.iOSLogoText, Version: 1 })
  expect(copy.Images.map(({ imageType }) => imageType)).toEqual(
    original.Images.map(({ imageType }) => imageType),
  )
  const urls = new Set(original.Images.map(({ Url }) => Url))
  expect(copy.Images.filter(({ Url }) => urls.has(Url))).toEqual([])
})

test('processed, it is resolved with the samples and says so', async () => {
  const { body } = await admin(api.getPassConfiguration, {
    params: { businessId, passConfigurationId: 'member-card' },
    query: { processed: 'true' },
  })
  expect(body).toMatchObject({ IsProcessed: true, iOSPrimaryField: { Value: 'Alexandra Nguyen' } })
  const expires = body.iOSAdditionalFields.find(({ Label }) => Label === 'Expires')
  expect(expires?.Value).toBe('06/2027')
  const stored = await get('member-card')
  expect(stored).toMatchObject({ IsProcessed: false, iOSPrimaryField: { Value: '{FullName}' } })
})

test('a processed document is not saved', async () => {
  const pass = await get('member-card')
  expect(await save(pass, { IsProcessed: true })).toMatchObject({
    status: 409,
    error: { ErrorCode: 'pass_processed' },
  })
  expect(await get('member-card')).toEqual(pass)
})

test('a save raises the version and records what changed in words', async () => {
  const pass = await create('Saved Card')
  const { body } = await save(pass, { iOSLogoText: 'Gold', BackgroundColour: colourOfHex('#aa7700')! })
  expect(body).toMatchObject({
    Version: 2,
    iOSLogoText: 'Gold',
    BackgroundColour: { R: 170, G: 119, B: 0, A: 255 },
  })
  expect(await lastAudit()).toMatchObject({
    title: 'Change a pass configuration',
    before: { 'Logo text': 'Member', 'Background colour': '#0d5768' },
    after: { 'Logo text': 'Gold', 'Background colour': '#aa7700' },
  })
  expect((await save(body, {})).body.Version).toBe(2)
})

test('a save that started from an older version is refused, and says who saved and what differs', async () => {
  const pass = await create('Contested Card')
  const theirs = hub.as(people.superAdmin)
  const params = { businessId, passConfigurationId: pass.PassConfigurationId }
  await theirs(api.updatePassConfiguration, { params, body: { ...pass, BarcodeType: 'AZTEC' } })
  expect(await save(pass, { iOSLogoText: 'Mine' })).toMatchObject({
    status: 409,
    error: {
      ErrorCode: 'record_changed',
      ErrorMessage:
        'Sam Super saved this pass configuration meanwhile. It differs from yours in: Logo text, Barcode type.',
    },
  })
})

test('Auxiliary fields are saved as Secondary, and labels without their line breaks', async () => {
  const pass = await create('Auxiliary Card')
  const field = {
    Label: 'Two\nlines',
    Value: 'a\nb',
    FieldLocation: 'Auxiliary' as 'Secondary',
    CustomDateFormat: null,
  }
  const { body } = await save(pass, { iOSAdditionalFields: [field] })
  expect(body.iOSAdditionalFields).toEqual([
    { Label: 'Two lines', Value: 'a\nb', FieldLocation: 'Secondary', CustomDateFormat: null },
  ])
})

const link = (UriValue: string) => ({
  GooglePassLinks: { AllMembers: [{ Description: 'Go', UriValue }], EachMember: [] },
})

const back = {
  Label: 'Points',
  Value: '{PointsBalance}',
  FieldLocation: 'Back' as const,
  CustomDateFormat: null,
}

test('what stood in the wrong place before there was a rule for it can be saved along with the rest', async () => {
  const pass = await create('Older Card')
  await hub.owner.query(
    `update pass_configuration set document = document || '{"BarcodeType": "EAN_13"}' where pass_configuration_id = $1`,
    [pass.PassConfigurationId],
  )
  const older = await get(pass.PassConfigurationId)
  expect((await save(older, { iOSLogoText: 'Older' })).status).toBe(200)
})

test.each<[string, Partial<PassDocument>, string, string]>([
  [
    'an unknown token',
    { iOSLogoText: 'Hi {Nickname}' },
    'iOSLogoText',
    'There is no dynamic data called {Nickname}.',
  ],
  ['empty braces', { BarcodeDataFormat: '{}' }, 'BarcodeDataFormat', 'There is no dynamic data called {}.'],
  [
    'the link of the invitation on the pass',
    { PassDescription: '{Link}' },
    'PassDescription',
    'There is no dynamic data called {Link}.',
  ],
  [
    'dynamic data in a message to all members',
    { GooglePassMessages: { AllMembers: [{ Label: 'Hi', Value: '{FirstName}' }], EachMember: [] } },
    'GooglePassMessages.AllMembers.0.Value',
    'What all members see is the same for everyone and can not use dynamic data.',
  ],
  [
    'a link with dynamic data',
    link('https://club.example/{MembershipNumber}'),
    'GooglePassLinks.AllMembers.0.UriValue',
    'A link can not use dynamic data.',
  ],
  [
    'a link of another kind',
    link('http://club.example'),
    'GooglePassLinks.AllMembers.0.UriValue',
    'A link begins with mailto:, tel: or https://.',
  ],
  [
    'a script as a link',
    link('javascript:alert(1)'),
    'GooglePassLinks.AllMembers.0.UriValue',
    'A link begins with mailto:, tel: or https://.',
  ],
  [
    'dynamic data that a barcode can not hold',
    { BarcodeType: 'EAN_13', BarcodeDataFormat: '{CouponCode}' },
    'BarcodeDataFormat',
    'EAN-13 can not hold {CouponCode}. Choose another type, or one of {MembershipNumber}, {BadgeNumber}, {CardNumber}.',
  ],
  [
    'what is no date in a field that formats dates',
    { iOSAdditionalFields: [{ ...back, Value: '{FullName}', CustomDateFormat: 'MM/yyyy' }] },
    'iOSAdditionalFields.0.Value',
    '{FullName} is no date, and this field formats dates. Choose a date, or turn off ‘Format dates’.',
  ],
  [
    'a change without its new value',
    { iOSAdditionalFields: [{ ...back, ChangeMessage: 'Your points have changed.' }] },
    'iOSAdditionalFields.0.ChangeMessage',
    'Write %@ once in the notification, where the new value goes.',
  ],
  [
    'a place that is nowhere',
    { iOSLocations: [{ Latitude: 91, Longitude: 0, Text: 'Here' }] },
    'iOSLocations.0.Latitude',
    'Enter the latitude in degrees, from -90 to 90.',
  ],
  ['no name', { DisplayName: ' ' }, 'DisplayName', 'A name is required.'],
  ['a usage limit of none', { PassUsageLimit: 0 }, 'PassUsageLimit', 'Pass usage limit must be 1 or more.'],
])('%s is refused', async (_, changes, field, sentence) => {
  const { status, error } = await save(await get('member-card'), changes)
  expect(status).toBe(400)
  expect(error.Errors).toEqual({ [field]: sentence })
})

test('the supported tokens are a map with samples', async () => {
  const ask = (passConfigurationId: string) =>
    admin(api.listPassTokens, { params: { businessId }, query: { passConfigurationId } })
  const { body } = await ask('member-card')
  expect(Object.keys(body)).toEqual(passTokens.map(({ name }) => name))
  expect(body['FirstName']).toEqual({ SampleValue: 'Alexandra', Description: 'First name', IsDate: false })
  expect((await ask('golf-member')).status).toBe(404)
})

test('the longest names are those of members there are', async () => {
  await hub.owner
    .query(`update member set first_name = 'Maximiliana-Bartholomea', last_name = 'Featherstonehaugh'
    where member_id = (select min(member_id) from member where business_id = 'harbourside' and deleted_at is null)`)
  await hub.owner.query(`update member set first_name = repeat('x', 90) where business_id = 'valley-golf'`)
  const { body } = await admin(api.listLongestPassValues, { params: { businessId } })
  expect(body).toMatchObject({
    FirstName: 'Maximiliana-Bartholomea',
    FullName: 'Maximiliana-Bartholomea Featherstonehaugh',
    MemberLevel: 'Platinum',
  })
})

test('who may design passes and not read members sees made-up names', async () => {
  await hub.owner.query(`insert into role values ('harbourside', 'Designer', '', '{Pass.Design}')`)
  await hub.owner.query(`update business_user set role_name = 'Designer' where email = $1`, [people.finance])
  const { body } = await hub.as(people.finance)(api.listLongestPassValues, { params: { businessId } })
  const { FirstName, LastName, FullName } = sampleValues
  expect(body).toMatchObject({
    FirstName,
    PreferredName: FirstName,
    LastName,
    FullName,
    MemberLevel: 'Platinum',
  })
})
