import type { z } from 'zod'
import { readInput } from '#contract/words/read-input.ts'
import { invalid } from './refusal.ts'
import { requireStorable } from './storable.ts'

/** Parses input or refuses it with the first sentence for people and one for each field. */
export function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  requireStorable(input)
  const read = readInput(schema, input)
  if ('data' in read) return read.data
  const { sentence, fields } = read.faults
  throw Object.keys(fields).length > 0 ? invalid(sentence, fields) : invalid(sentence)
}
