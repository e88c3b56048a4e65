import type { z } from 'zod'
import { WrongUse } from '#server/command/frame'

/** What was typed as the contract wants it; otherwise its sentence. */
export function typed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new WrongUse(parsed.error.issues[0]!.message)
  return parsed.data
}

/** One of these words, or none. */
export function oneOf<Word extends string>(
  option: string,
  words: readonly Word[],
  given: unknown,
): Word | undefined {
  const found = words.find((word) => word === given)
  if (given !== undefined && !found) throw new WrongUse(`--${option} is one of ${words.join(', ')}.`)
  return found
}

/** The first line of what may have many, such as an error with its stack. */
export const firstLine = (text: string) => text.split('\n', 1)[0]!

/** As many as a list shows. */
export const mostShown = 50
