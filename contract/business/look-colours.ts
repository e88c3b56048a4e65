import { colourOfHex, contrast, hexOf } from '#contract/values/colour-values.ts'
import type { Colour } from '#contract/values/colours.ts'

// Without a library for schemas: pages of patrons have none.

/** What one main colour makes of a page or a mail, each as '#rrggbb'. */
export type LookColours = {
  /** As the club chose it: the bar with its name. */
  readonly bar: string
  /** What is written on the bar: dark or light, whichever can be read. */
  readonly onBar: string
  /** The same colour, as much darker as it takes to be read on the page's background, and to carry white: links and buttons. */
  readonly strong: string
  /** A button under the pointer. */
  readonly darker: string
  /** A hint of it, behind what was chosen. */
  readonly tint: string
}

/** As the guidelines on accessibility (WCAG, AA) ask of text. */
export const leastContrast = 4.5

/** The colour of a club that has chosen none. */
export const usualColour = '#0d5768'

const white = opaque(255, 255, 255)
const black = opaque(0, 0, 0)
/** What patrons' pages lie on. */
export const pageBackground = opaque(246, 248, 249)

/** The colours that go with a main one, so that everything written on or with them can be read. */
export function lookColours(main: string | null): LookColours {
  const colour = colourOfHex(main ?? usualColour) ?? colourOfHex(usualColour)!
  const tint = mixed(white, colour, 0.07)
  const strong = readableOn([tint, pageBackground], colour)
  return {
    bar: hexOf(colour),
    // Of white and black one always has 4.58 or more.
    onBar: hexOf(contrast(colour, white) >= leastContrast ? white : black),
    strong: hexOf(strong),
    darker: hexOf(mixed(strong, black, 0.2)),
    tint: hexOf(tint),
  }
}

function readableOn(backgrounds: readonly Colour[], colour: Colour): Colour {
  for (let share = 0; share < 1; share += 0.02) {
    const darker = mixed(colour, black, share)
    if (backgrounds.every((background) => contrast(darker, background) >= leastContrast)) return darker
  }
  return black
}

function mixed(one: Colour, other: Colour, share: number): Colour {
  const between = (from: number, to: number) => Math.round(from + (to - from) * share)
  return opaque(between(one.R, other.R), between(one.G, other.G), between(one.B, other.B))
}

function opaque(R: number, G: number, B: number): Colour {
  return { R, G, B, A: 255 }
}
