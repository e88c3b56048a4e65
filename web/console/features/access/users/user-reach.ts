import { z } from 'zod'
import { userWords } from '#contract/access/user-words.ts'

/** Where a user may work, as a form has it: in all venues, or in some of them. */
export type UserReach = { Reach: 'All' | 'Some'; Venues: string[] }

/** The fields of it. */
export const reachFields = { Reach: z.enum(['All', 'Some']), Venues: z.array(z.string()) }

/** Refuses to take none for all: who unticks the last venue has to say which of the two they mean. */
export function requireReach({ Reach, Venues }: UserReach, context: z.RefinementCtx): void {
  if (Reach === 'Some' && Venues.length === 0)
    context.addIssue({ code: 'custom', path: ['Venues'], message: userWords.chooseVenue })
}

/** The venues that the API is sent: an empty list means all. */
export const venuesOf = ({ Reach, Venues }: UserReach): string[] => (Reach === 'All' ? [] : Venues)

/** The same the other way round. */
export function reachOf(venueNos: readonly string[]): UserReach {
  return { Reach: venueNos.length === 0 ? 'All' : 'Some', Venues: [...venueNos] }
}
