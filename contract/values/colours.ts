import { z } from 'zod'

const part = z.number().int().min(0).max(255)

/** A colour as passes store it: red, green, blue and alpha from 0 to 255. */
export const Colour = z.object({ R: part, G: part, B: part, A: part })
export type Colour = z.infer<typeof Colour>
