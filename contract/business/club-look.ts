import { z } from 'zod'

/** What patrons see of a business beside its name: on the pages for them, and in the mails that it sends. */
export const ClubLook = z.object({
  LogoUrl: z.string().nullable(),
  /** As '#rrggbb'; null for the usual one. */
  Colour: z.string().nullable(),
  EmailAddress: z.string().nullable(),
  PhoneNumber: z.string().nullable(),
  Website: z.string().nullable(),
  /** Line by line, as on an envelope. */
  PostalAddress: z.string().nullable(),
})
export type ClubLook = z.infer<typeof ClubLook>

/** The business whose page it is: its name and its look. */
export const shownOfClub = { BusinessName: z.string(), Look: ClubLook }
