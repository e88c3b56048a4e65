import { z } from 'zod'

// What settings look like, each with what is said of one that doesn't.

export const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
/** One or several, with commas between them. */
export const postgresUrls = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .pipe(z.array(postgresUrl.refine((each) => URL.canParse(each), 'must be URLs with commas between them')))
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, such as 16:30')
export const onOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on')
export const url = z
  .url('must be a URL, such as https://hub.example.com')
  .transform((value) => value.replace(/\/+$/, ''))
export const email = z.email('must be an e-mail address')
export const within = (least: number, most: number) => {
  const range = `must be ${least} to ${most}`
  return z.coerce.number('must be a number').int('must be a whole number').min(least, range).max(most, range)
}
