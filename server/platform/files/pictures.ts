import sharp, { type ResizeOptions, type Sharp } from 'sharp'
import { fewAtOnce } from '#platform/concurrency'
import { invalid, type Refusal } from '#platform/refusals'
import { withoutTexts } from './png-texts.ts'

export type Picture = { readonly type: 'image/png' | 'image/jpeg'; readonly content: Buffer }

/** The room a picture has to fit into, in pixels. */
export type Box = { readonly width: number; readonly height: number }

/** A box that is filled exactly: by cutting what is beside it, or by leaving the rest of it clear. */
export type ExactBox = Box & { readonly fit: 'cover' | 'contain' }

// A small file can unpack to a huge picture. This is more than any camera's, and less than hurts.
const longestSide = 12_000
const mostPixels = 50_000_000
// One that comes from blurred to sharp is kept whole while it is decoded, at up to 8 bytes a pixel.
const mostPixelsKept = 16_000_000
const longestSeconds = 10

// Of what a decoding takes, a picture of each business at once would be too much.
const decoding = fewAtOnce(2, 4)

/**
 * Decodes an uploaded PNG or JPEG and makes it fit the box, upright and without what the camera wrote into it.
 * Anything else is refused before it is decoded. The work is done in threads of its own, not in the server's loop.
 */
export async function readPicture(upload: Buffer, box: Box, mostBytes = Infinity): Promise<Picture> {
  const format = formatOf(upload)
  const size: ResizeOptions = { ...box, fit: 'inside', withoutEnlargement: true }
  const picture = await decode(upload, size, format, format)
  // Few colours make a small PNG, and their shades, once it is resized, a large one.
  return picture.content.length <= mostBytes ? picture : readSmall(upload, size, mostBytes)
}

/** The same, but a PNG of exactly the size of the box. */
export async function readExactPicture(upload: Buffer, box: ExactBox): Promise<Picture> {
  const { width, height, fit } = box
  const size: ResizeOptions = { width, height, fit, background: { r: 0, g: 0, b: 0, alpha: 0 } }
  return decode(upload, size, formatOf(upload), png)
}

// What is full of leaves and stars needs more bytes than a face does: it is kept with less of each.
const qualities = [82, 65, 45, 25, 10]

/** The same, but a JPEG that fills the box, cut around what draws the eye, and has so many bytes at the most. */
export async function readPhoto(upload: Buffer, { width, height }: Box, mostBytes: number): Promise<Picture> {
  return readSmall(upload, { width, height, fit: 'cover', position: 'attention' }, mostBytes)
}

/** A JPEG of so many bytes at the most. */
async function readSmall(upload: Buffer, size: ResizeOptions, mostBytes: number): Promise<Picture> {
  for (const quality of qualities) {
    const picture = await decode(upload, size, formatOf(upload), asPhoto(quality))
    if (picture.content.length <= mostBytes) return picture
  }
  throw refused('The picture could not be made small enough. Choose another.')
}

type Format = {
  type: Picture['type']
  signature: Buffer
  clean: (upload: Buffer) => Buffer
  encode: (picture: Sharp) => Sharp
}

function formatOf(upload: Buffer): Format {
  const format = [png, jpeg].find(({ signature }) => upload.subarray(0, signature.length).equals(signature))
  if (!format) throw refused('The picture must be a PNG or a JPEG.')
  return format
}

function decode(upload: Buffer, size: ResizeOptions, from: Format, to: Format): Promise<Picture> {
  return decoding(async () => {
    const cleaned = from.clean(upload)
    await requireDecodable(cleaned)
    const picture = sharp(cleaned, { limitInputPixels: mostPixels })
      .timeout({ seconds: longestSeconds })
      .autoOrient()
      .resize(size)
    return { type: to.type, content: await to.encode(picture).toBuffer().catch(unreadable) }
  })
}

/** Refuses what its own beginning says to be too large, before anything is decoded. */
async function requireDecodable(upload: Buffer): Promise<void> {
  const { width, height, isProgressive } = await sharp(upload).metadata().catch(unreadable)
  if (Math.max(width, height) > longestSide)
    throw refused('The picture can be 12,000 pixels wide and high at the most.')
  if (width * height > (isProgressive ? mostPixelsKept : mostPixels))
    throw refused('The picture has too many pixels. Make it smaller first.')
}

function unreadable(): never {
  throw refused('The picture could not be read. Save it again, or choose another.')
}

const png: Format = {
  type: 'image/png',
  signature: Buffer.from('89504e470d0a1a0a', 'hex'),
  clean: withoutTexts,
  encode: (picture) => picture.png({ compressionLevel: 9 }),
}

const jpeg: Format = {
  type: 'image/jpeg',
  signature: Buffer.from('ffd8ff', 'hex'),
  clean: (upload) => upload,
  encode: (picture) => picture.jpeg({ quality: 85 }),
}

// What is clear in a PNG would be black.
const asPhoto = (quality: number): Format => ({
  ...jpeg,
  encode: (picture) => picture.flatten({ background: '#ffffff' }).jpeg({ quality }),
})

function refused(sentence: string): Refusal {
  return invalid(sentence, { imageData: sentence })
}
