import { z } from 'zod'
import { longestSignature, strokes } from './strokes.ts'

/** A signature as strokes: the path of an SVG, kept and shown as such. */
export const Signature = z
  .string()
  .max(
    longestSignature,
    'The signature can have 20,000 characters at the most. Clear it, and sign with fewer strokes.',
  )
  .regex(strokes, 'The signature can’t be read. Clear it, and sign again.')
