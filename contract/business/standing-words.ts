/** What staff, tills and doors of a suspended business are told. */
export const businessSuspended =
  'This business is suspended: nobody can sign in or work in it until that is lifted.'

/** The same for patrons, who have nothing to do with why. */
export const clubUnavailable =
  'This club is unavailable at the moment. Please try again later, or ask the club.'

/** The code of both. */
export const suspendedCode = 'business_suspended'
