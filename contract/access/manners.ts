import { z } from 'zod'

// Of an account what the console has to know at once: apart from the rest, as the first page is small.

/** In whose way dates are written: 'browser' is that of the browser, whatever it is. */
export const dateLocales = ['en-AU', 'en-GB', 'en-US', 'browser'] as const
export const DateLocale = z.enum(dateLocales)
export type DateLocale = z.infer<typeof DateLocale>

/** How an account is signed in to: a link with Microsoft replaces the password, a passkey may do without one. */
export const SignsInWith = z.enum(['Password', 'Microsoft', 'Passkey'])
export type SignsInWith = z.infer<typeof SignsInWith>
