import { z } from 'zod'
import { atTheDoor, endpoint } from '#contract/endpoint.ts'
import { scanDirections } from '#contract/events/event-scans.ts'
import { eventPath } from '#contract/events/events.ts'
import { needed } from '#contract/words/needed.ts'

/** Somebody on the list of a door, with what tells people of one name apart. */
export const FoundGuest = z.object({
  MemberId: z.string(),
  FirstName: z.string(),
  LastName: z.string(),
  MemberLevelDescription: z.string().nullable(),
  MembershipNumber: z.string().nullable(),
  Suburb: z.string().nullable(),
  BirthYear: z.number().nullable(),
})
export type FoundGuest = z.infer<typeof FoundGuest>

/** So many are shown, and so many counted at the most. */
export const mostGuestsFound = 20
export const mostGuestsCounted = 1_000

/** True for words that the server can look for: one of them has three letters. */
export function isSearchable(words: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(words.normalize('NFC'))
}

export const doorSearchApi = {
  searchGuests: endpoint({
    method: 'GET',
    path: `${eventPath}/door/search`,
    title: 'Members who may come or leave, by name',
    access: atTheDoor,
    shows: ['event', 'member'],
    query: z.object({
      q: z
        .string(needed('A search needs a name.'))
        .trim()
        .min(1, 'A search needs a name.')
        .max(60, 'A search can have 60 characters at the most.')
        .refine(isSearchable, 'A search needs three letters of the name or more.'),
      /** Out: those who are in and may leave, whatever let them in. */
      direction: z.enum(scanDirections, 'A direction is In or Out.').default('In'),
    }),
    /** The first by name; `Found` counts them all, as far as `mostGuestsCounted`. */
    output: z.object({ Results: z.array(FoundGuest), Found: z.number() }),
  }),
}
