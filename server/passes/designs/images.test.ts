import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import {
  largestPassImageBytes,
  passImages,
  type PassImageType,
  passImageTypes,
} from '#contract/passes/pass-images.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

let hub: TestHub
let admin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
})
afterAll(() => hub.close())

const at = (imageType: PassImageType) => ({
  businessId: 'harbourside',
  passConfigurationId: 'member-card',
  imageType,
})
const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0d5768' } })
const fileOf = (content: Buffer) => new File([new Uint8Array(content)], 'picture')
const upload = (imageType: PassImageType, content: Buffer, headers = {}) =>
  admin(api.setPassImage, { params: at(imageType), body: { imageData: fileOf(content) }, headers })
const open = async (url: string) => (await hub.app.inject({ url })).rawPayload

test.each(passImageTypes)('a JPEG becomes a PNG of exactly the size of %s', async (imageType) => {
  const { body } = await upload(imageType, await blank(700, 500).jpeg().toBuffer())
  expect(body.imageType).toBe(imageType)
  const { width, height } = passImages[imageType]
  expect(await sharp(await open(body.Url)).metadata()).toMatchObject({ format: 'png', width, height })
  const { body: read } = await admin(api.getPassImage, { params: at(imageType) })
  expect(Buffer.from(read.imageData, 'base64')).toEqual(await open(body.Url))
})

test('a logo is shown whole, the rest of its size clear', async () => {
  const { body } = await upload('AppleLogo', await blank(100, 50).png().toBuffer())
  const { data } = await sharp(await open(body.Url))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const alphaAt = (x: number, y: number) => data[(y * 200 + x) * 4 + 3]
  expect([alphaAt(100, 5), alphaAt(100, 100)]).toEqual([0, 255])
})

test('a strip is removed once; another takes the place of the former, which is gone', async () => {
  const former = (await upload('AppleStrip', await blank(30, 15).png().toBuffer())).body
  const latter = (await upload('AppleStrip', await blank(60, 30).png().toBuffer())).body
  expect((await hub.app.inject({ url: former.Url })).statusCode).toBe(404)
  expect((await admin(api.removePassImage, { params: at('AppleStrip') })).status).toBe(204)
  expect((await hub.app.inject({ url: latter.Url })).statusCode).toBe(404)
  expect(await admin(api.removePassImage, { params: at('AppleStrip') })).toMatchObject({
    status: 409,
    error: { ErrorMessage: 'This pass has no such picture.' },
  })
  expect((await admin(api.getPassImage, { params: at('AppleStrip') })).status).toBe(404)
})

test.each(['AppleIcon', 'AppleIcon2X', 'AppleLogo', 'AppleLogo2X'] as const)(
  '%s can not be removed',
  async (imageType) => {
    expect(await admin(api.removePassImage, { params: at(imageType) })).toMatchObject({
      status: 409,
      error: { ErrorMessage: 'The icon and the logo can be replaced, but not removed.' },
    })
  },
)

test('a change of a picture is on record, dates the design and leaves its version', async () => {
  const version = async () =>
    (
      await hub.owner.query(
        `select version from pass_configuration where pass_configuration_id = 'member-card'`,
      )
    ).rows
  const before = await version()
  const { body } = await upload('GoogleHeroImage', await blank(60, 20).png().toBuffer())
  const { rows } = await hub.owner.query(
    `select after from audit_entry where action = 'setPassImage' order by id desc limit 1`,
  )
  expect(rows).toEqual([{ after: { 'Google Hero (Strip)': body.Url } }])
  expect(await version()).toEqual(before)
})

test('the same key with another picture is refused', async () => {
  const headers = { 'idempotency-key': 'one-picture' }
  const first = await upload('AppleStrip', await blank(30, 15).png().toBuffer(), headers)
  const again = await upload('AppleStrip', await blank(30, 15).png().toBuffer(), headers)
  const other = await upload('AppleStrip', await blank(31, 15).png().toBuffer(), headers)
  expect([first.status, again.status, other.status]).toEqual([200, 200, 422])
  expect(again.body).toEqual(first.body)
})

test.each([
  ['a GIF', () => blank(10, 10).gif().toBuffer(), 'The picture must be a PNG or a JPEG.'],
  ['nothing', async () => Buffer.alloc(0), 'The picture must be a PNG or a JPEG.'],
  [
    'more than 2 MB',
    async () => Buffer.alloc(largestPassImageBytes + 1),
    'The picture can have 2 MB at the most.',
  ],
])('%s is refused', async (_, content, sentence) => {
  const { status, error } = await upload('AppleStrip', await content())
  expect(status).toBe(400)
  expect(error).toMatchObject({ ErrorMessage: sentence, Errors: { imageData: sentence } })
})

test('what is no file, and a form that is none, are refused', async () => {
  const url = api.setPassImage.path.replaceAll(/\{(\w+)\}/g, (_, name: 'imageType') => at('AppleStrip')[name])
  const authorization = `Bearer ${await hub.tokenOf(people.admin)}`
  const post = (payload: string, type: string) =>
    hub.app.inject({ method: 'POST', url, payload, headers: { authorization, 'content-type': type } })
  expect((await post('{"imageData":"iVBORw0KGgo="}', 'application/json')).json()).toMatchObject({
    ErrorMessage: 'Send the picture as a file.',
  })
  const broken = await post('nothing of the kind', 'multipart/form-data; boundary=x')
  expect(broken.statusCode).toBe(400)
  expect(broken.json()).toMatchObject({ ErrorMessage: 'The form could not be read.' })
})

test('a picture that is not a kind there is gets a sentence', async () => {
  const answer = await admin(api.getPassImage, { params: at('AppleHat' as PassImageType) })
  expect(answer).toMatchObject({
    status: 400,
    error: { ErrorMessage: 'There is no such picture on a pass.' },
  })
})
