import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { readExactPicture, readPicture } from './pictures.ts'
import { withoutTexts } from './png-texts.ts'

const box = { width: 100, height: 100 }

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

type Making = { isInterlaced?: boolean; beside?: Buffer[]; pixels?: Buffer }

/** A grey PNG that says it has this size, whatever is in it. */
function png(width: number, height: number, { isInterlaced = false, beside = [], pixels }: Making = {}) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[12] = Number(isInterlaced)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...beside,
    chunk('IDAT', deflateSync(pixels ?? Buffer.alloc((width + 1) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const photo = (make: (picture: Sharp) => Sharp, width = 300, height = 200) =>
  make(sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 60 } } })).toBuffer()

describe('refuses, before it is decoded,', () => {
  test.each([
    ['a line of pixels', png(1, 49_000_000, { pixels: Buffer.alloc(10) }), /12,000/],
    ['a row of pixels', png(49_000_000, 1, { pixels: Buffer.alloc(10) }), /12,000/],
    ['more pixels than any camera has', png(12_000, 12_000, { pixels: Buffer.alloc(10) }), /too many pixels/],
    [
      'many pixels that must be kept at once',
      png(8_000, 6_000, { isInterlaced: true, pixels: Buffer.alloc(10) }),
      /too many pixels/,
    ],
    [
      'a size that no picture has',
      png(2 ** 31 - 1, 2 ** 31 - 1, { pixels: Buffer.alloc(10) }),
      /could not be read/,
    ],
    ['a picture of nothing', png(0, 0, { pixels: Buffer.alloc(10) }), /could not be read/],
    [
      'a drawing',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      /PNG or a JPEG/,
    ],
    ['a signature and no more', Buffer.from('89504e470d0a1a0a', 'hex'), /could not be read/],
    ['a chunk that is longer than the file', png(9, 9).fill(255, 8, 12), /could not be read/],
  ])('%s', async (_, upload, sentence) => {
    await expect(readPicture(upload, box)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(sentence),
    })
    await expect(readExactPicture(upload, { ...box, fit: 'cover' })).rejects.toMatchObject({ status: 400 })
  })
})

describe('refuses in a sentence', () => {
  test.each([
    ['a photo cut in two', async () => (await photo((it) => it.jpeg())).subarray(0, 400)],
    ['a PNG with fewer pixels than it says', async () => png(3_000, 3_000, { pixels: Buffer.alloc(10) })],
  ])('%s', async (_, make) => {
    await expect(readPicture(await make(), box)).rejects.toMatchObject({
      status: 400,
      message: 'The picture could not be read. Save it again, or choose another.',
    })
  })
})

describe('reads', () => {
  test.each([
    ['a photo for print', () => photo((it) => it.toColourspace('cmyk').jpeg())],
    ['a photo that comes from blurred to sharp', () => photo((it) => it.jpeg({ progressive: true }))],
    ['a picture of 16 bits', () => photo((it) => it.toColourspace('rgb16').png())],
    ['a picture with a profile', () => photo((it) => it.withIccProfile('p3').png())],
    ['a large one', async () => png(12_000, 4_000)],
  ])('%s', async (_, make) => {
    const { content } = await readPicture(await make(), box)
    expect(await sharp(content).metadata()).toMatchObject({ width: 100, space: 'srgb' })
  })

  test('a PNG as if no texts were in it', async () => {
    const texts = ['tEXt', 'zTXt', 'iTXt'].map((type) => chunk(type, Buffer.from('x\0\0')))
    const upload = png(50, 50, { beside: texts })
    expect(withoutTexts(upload)).toEqual(png(50, 50))
    expect(await readPicture(upload, box)).toEqual(await readPicture(png(50, 50), box))
  })

  test('a PNG whose profile unpacks without end, without it', async () => {
    const profile = Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(200_000_000))])
    const { content } = await readPicture(png(50, 50, { beside: [chunk('iCCP', profile)] }), box)
    expect(content.length).toBeLessThan(1_000)
  })
})

test('no more than a few are decoded at once, and who comes to a queue is told to come again', async () => {
  const upload = png(4_000, 4_000)
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => readPicture(upload, box)))
  const refusals = outcomes.filter(({ status }) => status === 'rejected')
  expect(refusals).toHaveLength(14)
  expect(refusals[0]).toMatchObject({ reason: { status: 503, code: 'busy' } })
})
