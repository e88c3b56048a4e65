import type { Colour } from './colours.ts'

// Without the schema: pages of patrons draw passes, and have no library for schemas.

/** A colour as '#rrggbb'. */
export function hexOf({ R, G, B }: Colour): string {
  return `#${[R, G, B].map((value) => value.toString(16).padStart(2, '0')).join('')}`
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
