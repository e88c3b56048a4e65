import type { Colour } from './colours.ts'

// Without the schema: pages of patrons draw passes, and have no library for schemas.

/** A colour as '#rrggbb'. */
export function hexOf({ R, G, B }: Colour): string {
  return `#${[R, G, B].map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** The colour of '#rrggbb', wholly opaque; null for what is none. */
export function colourOfHex(hex: string): Colour | null {
  const [, red = '', green = '', blue = ''] =
    /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim()) ?? []
  if (red === '') return null
  return { R: parseInt(red, 16), G: parseInt(green, 16), B: parseInt(blue, 16), A: 255 }
}

/** How clearly two colours differ, from 1 to 21, as accessibility guidelines measure it. */
export function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance({ R, G, B }: Colour): number {
  const [red = 0, green = 0, blue = 0] = [R, G, B].map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
