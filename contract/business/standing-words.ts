import type { Standing } from './standing.ts'

/** What staff, tills and doors of a suspended business are told. */
export const businessSuspended =
  'This business is suspended: nobody can sign in or work in it until that is lifted.'

/** The same of one that is ended. */
export const businessEnded = 'This business has ended: nobody can sign in or work in it any more.'

/** The same for patrons, who have nothing to do with why. */
export const clubUnavailable =
  'This club is unavailable at the moment. Please try again later, or ask the club.'
export const clubEnded = 'This club is no longer here. Please ask the club.'

/** The codes of both. */
export const suspendedCode = 'business_suspended'
export const endedCode = 'business_ended'

type Closed = Exclude<Standing, 'Open'>
type Refusing = { readonly code: string; readonly staff: string; readonly patrons: string }

/** What is said of a business that is closed, and under which code. */
export const closedWords: Readonly<Record<Closed, Refusing>> = {
  Suspended: { code: suspendedCode, staff: businessSuspended, patrons: clubUnavailable },
  Ended: { code: endedCode, staff: businessEnded, patrons: clubEnded },
}
