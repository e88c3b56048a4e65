import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import bwip from 'bwip-js/node'
import sharp from 'sharp'

/** Arguments that have Chromium see a card with this code, as a QR code, wherever a page asks for a camera. */
export async function cameraThatSees(code: string): Promise<string[]> {
  const card = await bwip.toBuffer({
    bcid: 'qrcode',
    text: code,
    scale: 8,
    padding: 4,
    backgroundcolor: 'FFFFFF',
  })
  const frame = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#556' } })
    .composite([{ input: await sharp(card).resize(300, 300, { kernel: 'nearest' }).png().toBuffer() }])
    .jpeg({ quality: 92 })
    .toBuffer()
  const video = join(mkdtempSync(join(tmpdir(), 'hub-camera-')), 'card.mjpeg')
  // Pictures one after the other: that is all there is to such a video.
  writeFileSync(video, Buffer.concat(Array.from({ length: 10 }, () => frame)))
  return [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${video}`,
  ]
}
