import sharp, { type ResizeOptions, type Sharp } from 'sharp'
import { invalid, type Refusal } from './refusal.ts'

export type Picture = { readonly type: 'image/png' | 'image/jpeg'; readonly content: Buffer }

/** The room a picture has to fit into, in pixels. */
export type Box = { readonly width: number; readonly height: number }

/** A box that is filled exactly: by cutting what is beside it, or by leaving the rest of it clear. */
export type ExactBox = Box & { readonly fit: 'cover' | 'contain' }

// A small file can unpack to a huge picture. This is more than any camera's, and less than hurts.
const mostPixels = 50_000_000
const longestSeconds = 10

/**
 * Decodes an uploaded PNG or JPEG and makes it fit the box, upright and without what the camera wrote into it.
 * Anything else is refused before it is decoded. The work is done in threads of its own, not in the server's loop.
 */
export function readPicture(upload: Buffer, box: Box): Promise<Picture> {
  const format = formatOf(upload)
  return decode(upload, { ...box, fit: 'inside', withoutEnlargement: true }, format)
}

/** The same, but a PNG of exactly the size of the box. */
export function readExactPicture(upload: Buffer, box: ExactBox): Promise<Picture> {
  formatOf(upload)
  const { width, height, fit } = box
  return decode(upload, { width, height, fit, background: { r: 0, g: 0, b: 0, alpha: 0 } }, png)
}

type Format = { type: Picture['type']; signature: Buffer; encode: (picture: Sharp) => Sharp }

function formatOf(upload: Buffer): Format {
  const format = [png, jpeg].find(({ signature }) => upload.subarray(0, signature.length).equals(signature))
  if (!format) throw refused('The picture must be a PNG or a JPEG.')
  return format
}

async function decode(upload: Buffer, size: ResizeOptions, format: Format): Promise<Picture> {
  const picture = sharp(upload, { limitInputPixels: mostPixels })
    .timeout({ seconds: longestSeconds })
    .autoOrient()
    .resize(size)
  try {
    return { type: format.type, content: await format.encode(picture).toBuffer() }
  } catch {
    throw refused('The picture could not be read. Save it again, or choose another.')
  }
}

const png: Format = {
  type: 'image/png',
  signature: Buffer.from('89504e470d0a1a0a', 'hex'),
  encode: (picture) => picture.png({ compressionLevel: 9 }),
}

const jpeg: Format = {
  type: 'image/jpeg',
  signature: Buffer.from('ffd8ff', 'hex'),
  encode: (picture) => picture.jpeg({ quality: 85 }),
}

function refused(sentence: string): Refusal {
  return invalid(sentence, { imageData: sentence })
}
