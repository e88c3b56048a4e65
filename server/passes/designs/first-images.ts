import sharp from 'sharp'
import type { PassDocument } from '#contract/passes/pass-document.ts'
import { passImages, type PassImageType, passImageTypes } from '#contract/passes/pass-images.ts'
import { hexOf } from '#contract/values/colour-values.ts'
import type { Colour } from '#contract/values/colours.ts'
import type { Transaction } from '#platform/database'
import { saveFile } from '#platform/files'
import { putImage } from './images.ts'

type Drawing = { readonly type: PassImageType; readonly content: Buffer }

/** Draws the pictures that no pass can do without: a plain sign in its colours. */
export function drawFirstImages({ BackgroundColour, ForegroundColour }: PassDocument): Promise<Drawing[]> {
  const needed = passImageTypes.filter((type) => passImages[type].isNeeded)
  return Promise.all(needed.map((type) => draw(type, plainSign(BackgroundColour, ForegroundColour))))
}

/** Gives a configuration what was drawn for it. */
export async function addDrawings(
  tx: Transaction,
  passConfigurationId: string,
  drawings: readonly Drawing[],
): Promise<void> {
  for (const { type, content } of drawings)
    await putImage(tx, passConfigurationId, type, await saveFile(tx, { type: 'image/png', content }))
}

/** Gives a configuration a picture drawn as SVG. */
export async function addDrawing(
  tx: Transaction,
  passConfigurationId: string,
  type: PassImageType,
  svg: string,
): Promise<void> {
  await addDrawings(tx, passConfigurationId, [await draw(type, svg)])
}

async function draw(type: PassImageType, svg: string): Promise<Drawing> {
  const { width, height, fit } = passImages[type]
  const content = await sharp(Buffer.from(svg))
    .resize({ width, height, fit, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer()
  return { type, content }
}

/** A membership card on a round ground: no letters, which would need fonts. */
function plainSign(background: Colour, foreground: Colour): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 40 40">
    <circle cx="20" cy="20" r="20" fill="${hexOf(foreground)}"/>
    <rect x="8" y="12" width="24" height="16" rx="3" fill="${hexOf(background)}"/>
    <circle cx="14.500" cy="18.500" r="2.500" fill="${hexOf(foreground)}"/>
    <path d="M10.500 25a4 4 0 0 1 8 0zM21 17h8v1.800h-8zM21 21.500h6v1.800h-6z" fill="${hexOf(foreground)}"/>
  </svg>`
}
