import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { largestArtBytes } from '#contract/cards/card-programs.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

let hub: TestHub
let superAdmin: Caller
let params: { businessId: string; cardProgramId: string }
beforeAll(async () => {
  hub = await startTestHub()
  superAdmin = hub.as(people.superAdmin)
  const businessId = 'valley-golf'
  const { body } = await superAdmin(api.listCardPrograms, { params: { businessId } })
  params = { businessId, cardProgramId: body.Results[0]!.CardProgramId }
})
afterAll(() => hub.close())

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0d5768' } })
const upload = (content: Buffer) =>
  superAdmin(api.setCardArt, { params, body: { imageData: content.toString('base64') } })
const open = (url: string | null) => hub.app.inject({ url: url ?? '' })
const filesLeft = async () =>
  (
    await hub.owner.query(
      `select from file where business_id = 'valley-golf' and file_id not in (select file_id from pass_image)`,
    )
  ).rowCount

test('a PNG is made to fit a card, and served to everyone for ever', async () => {
  const { body } = await upload(await blank(2056, 2056).png().toBuffer())
  expect(body.CardArtUrl).toMatch(/^\/api\/files\/[\w-]{22}$/)
  const picture = await open(body.CardArtUrl)
  expect(picture.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ width: 648, height: 648 })
})

test('a JPEG stays one, upright, and loses what the camera wrote into it', async () => {
  const photo = blank(300, 200)
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .withMetadata({ orientation: 6 })
  const { body } = await upload(await photo.jpeg().toBuffer())
  const picture = await open(body.CardArtUrl)
  expect(picture.headers['content-type']).toBe('image/jpeg')
  const { width, height, exif } = await sharp(picture.rawPayload).metadata()
  expect({ width, height, exif }).toEqual({ width: 200, height: 300, exif: undefined })
})

test('another picture takes the place of the former, which is gone', async () => {
  const former = await upload(await blank(10, 10).png().toBuffer())
  const latter = await upload(await blank(20, 10).png().toBuffer())
  expect((await open(former.body.CardArtUrl)).statusCode).toBe(404)
  expect((await open(latter.body.CardArtUrl)).statusCode).toBe(200)
  expect(await filesLeft()).toBe(1)
})

test('a picture is removed once', async () => {
  const { body } = await upload(await blank(10, 10).png().toBuffer())
  expect(await superAdmin(api.removeCardArt, { params })).toMatchObject({
    status: 200,
    body: { CardArtUrl: null },
  })
  expect((await open(body.CardArtUrl)).statusCode).toBe(404)
  expect(await filesLeft()).toBe(0)
  expect(await superAdmin(api.removeCardArt, { params })).toMatchObject({
    status: 409,
    error: { ErrorMessage: 'This card program has no picture.' },
  })
})

test('a change of the picture is recorded by its address', async () => {
  const { body } = await upload(await blank(10, 10).png().toBuffer())
  const { rows } = await hub.owner.query(
    `select after from audit_entry where action = 'setCardArt' order by id desc limit 1`,
  )
  expect(rows).toEqual([{ after: { Picture: body.CardArtUrl } }])
})

const png = Buffer.from('89504e470d0a1a0a', 'hex')

test.each([
  ['a WebP', () => blank(10, 10).webp().toBuffer(), 'The picture must be a PNG or a JPEG.'],
  [
    'an SVG',
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'The picture must be a PNG or a JPEG.',
  ],
  ['nothing', async () => Buffer.alloc(0), 'The picture must be a PNG or a JPEG.'],
  [
    'what only begins as a PNG',
    async () => Buffer.concat([png, Buffer.alloc(100)]),
    'The picture could not be read. Save it again, or choose another.',
  ],
  [
    'a picture of a hundred million points',
    () => blank(10_000, 10_000).png().toBuffer(),
    'The picture has too many pixels. Make it smaller first.',
  ],
  [
    'a line of 13,000 points',
    () => blank(1, 13_000).png().toBuffer(),
    'The picture can be 12,000 pixels wide and high at the most.',
  ],
  [
    'more than 2 MB',
    async () => Buffer.alloc(largestArtBytes + 100),
    'The picture can have 2 MB at the most.',
  ],
])('%s is refused', async (_, content, sentence) => {
  const { status, error } = await upload(await content())
  expect(status).toBe(400)
  expect(error).toMatchObject({ ErrorMessage: sentence, Errors: { imageData: sentence } })
})

test('the whole 2 MB are let through to be looked at', async () => {
  const content = Buffer.concat([png, Buffer.alloc(largestArtBytes - png.length)])
  expect((await upload(content)).error.ErrorMessage).toMatch(/could not be read/)
})

test('a picture that is not there is not found, and not remembered so', async () => {
  const answer = await open(api.getFile.path.replace('{fileId}', 'AAAAAAAAAAAAAAAAAAAAAA'))
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['cache-control']).toBe('no-store')
})
