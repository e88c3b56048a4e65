import { z } from 'zod'

// What settings look like, each with what is said of one that doesn't.

/**
 * Whether it is read as it was meant. What is special in a password and written as it is ends the address there: what follows
 * becomes a port that is none, or a path with the rest of the password in it.
 */
const isAddress = (text: string) => {
  // PostgreSQL's own way to say that it is on this machine.
  const parsed = URL.parse(text.replace(/@\//, '@localhost/'))
  if (!parsed) return false
  const { username, password, pathname, search, hash } = parsed
  // Options have names, and may have any value.
  const [beforeOptions] = search.split('=')
  return (username || password) !== '' || !`${pathname}${beforeOptions}${hash}`.includes('@')
}
const encoded =
  'is no address: what is special in its user and password is percent-encoded (/ is %2F, # is %23, ? is %3F, % is %25)'
const startsAsPostgres = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://')

export const postgresUrl = startsAsPostgres.refine(isAddress, encoded)
/** One or several, with commas between them. */
export const postgresUrls = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .pipe(z.array(startsAsPostgres.refine(isAddress, 'must be URLs with commas between them')))
export const smtpUrl = z
  .string()
  .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
  .refine((text) => isAddress(text) && isServer(URL.parse(text)), encoded)
/** A mail server has no path: what looks like one is the rest of a password. */
function isServer(parsed: URL | null): boolean {
  return parsed !== null && parsed.hostname !== '' && parsed.pathname.length <= 1 && parsed.hash === ''
}
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, such as 16:30')
export const onOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on')
const urlOf = (protocol: RegExp) =>
  z
    .url({ protocol, error: 'must be a URL, such as https://hub.example.com' })
    .transform((value) => value.replace(/\/+$/, ''))
export const url = urlOf(/^https?$/)
/** Where a link of the console leads. */
export const linkUrl = urlOf(/^(https?|mailto|tel)$/)
/** Links begin with it, cookies and passkeys belong to its host: anything more would be in each of them. */
export const publicUrl = url.refine((value) => {
  const { username, password, pathname, search, hash } = new URL(value)
  return pathname === '/' && `${username}${password}${search}${hash}` === '' && !/[?#]/.test(value)
}, 'must be a host that people reach by http or https and nothing more, such as https://hub.example.com')
export const email = z.email('must be an e-mail address')
export const within = (least: number, most: number) => {
  const range = `must be ${least} to ${most}`
  return z.coerce.number('must be a number').int('must be a whole number').min(least, range).max(most, range)
}
