import { z } from 'zod'

const part = z.number().int().min(0).max(255)

/** A colour as passes store it: red, green, blue and alpha from 0 to 255. */
export const Colour = z.object({ R: part, G: part, B: part, A: part })
export type Colour = z.infer<typeof Colour>

/** The colour of '#rrggbb', wholly opaque; null for what is none. */
export function colourOfHex(hex: string): Colour | null {
  const [, red = '', green = '', blue = ''] =
    /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim()) ?? []
  if (red === '') return null
  return { R: parseInt(red, 16), G: parseInt(green, 16), B: parseInt(blue, 16), A: 255 }
}
