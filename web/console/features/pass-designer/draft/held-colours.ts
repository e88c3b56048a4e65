import { colourOfHex } from '#contract/values/colour-values.ts'
import type { Colour } from '#contract/values/colours.ts'

export type ColourPart = 'BackgroundColour' | 'ForegroundColour' | 'GooglePayPassBackgroundColour'

/** Colours that are tried on the preview and not part of the design yet, as they were typed. */
export type HeldColours = Partial<Record<ColourPart, string>>

/** What was typed, as far as it is a colour. */
export function coloursOf(held: HeldColours): Partial<Record<ColourPart, Colour>> {
  const read = Object.entries(held).map(([part, hex]) => [part, colourOfHex(hex)] as const)
  return Object.fromEntries(read.filter(([, colour]) => colour !== null))
}

/** True if something that was typed is no colour. */
export function isAnyWrong(held: HeldColours): boolean {
  return Object.keys(coloursOf(held)).length < Object.keys(held).length
}

export const wrongColour = 'Enter a colour as in #0d5768.'
