import { z } from 'zod'

/** A day, as a call takes it. The database has no year 0, which the format alone would let through. */
export const day = (says?: Parameters<typeof z.iso.date>[0]) =>
  z.iso.date(says).check(({ value, issues }) => {
    if (value.startsWith('0000-')) issues.push({ code: 'invalid_format', format: 'date', input: value })
  })
