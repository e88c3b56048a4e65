import { z } from 'zod'

/** A venue that a list is narrowed down to. One that is empty, as a form's field leaves it in an address, is none. */
export const oneVenue = z
  .string()
  .transform((venueId) => venueId.trim() || undefined)
  .optional()
