import { z } from 'zod'

const text = z.string().nullable()

/**
 * Why a renewal waits for somebody: its form says so, always or where the type changes, a stranger could have asked for
 * another type of membership, or it is against the form's rules by now.
 */
export const renewalWaits = ['Review', 'Another type', 'Another type, not proven', 'Rules'] as const

/** The same for the staff, kept with the request as it comes to wait. */
export const waitWords = {
  Review: 'The form asks for a review.',
  putBack: 'It was rejected and put back.',
  'Another type': 'It asks for another type of membership.',
  'Another type, not proven':
    'It asks for another type of membership, and nobody has shown that they are the member.',
  sponsors: 'A proposer or seconder has not confirmed it yet.',
  duplicate: 'Somebody of this name, e-mail address or mobile number is a member already.',
  licence: 'The business does not have the licence HubMembership.',
  rules: (told: string) => `The rules of the form do not allow it now. ${told}`,
  failed: (reason: string) => `It could not be carried out by itself. ${reason}`,
} as const

/** What staff have to know before they decide on a renewal: whether it is the member who asks, and for what. */
export const RenewalDoubts = z.object({
  /** False while nobody has shown, by a contact on file, that they are the member. An application has nobody to show. */
  IsProven: z.boolean(),
  /** True where the contacts on file have changed since, so that what may have been shown counts no more. */
  HasProofEnded: z.boolean(),
  /** The membership that is asked for, in the business's words. */
  RequestedMembershipType: text,
  /** The one that the member has; null for an application, and where the user may not read the member. */
  CurrentMembershipType: text,
  /** Null where it waits for nobody, and where the user may not read the member. */
  WaitsBecause: z.enum(renewalWaits).nullable(),
  /** Why it couldn't go on by itself though nobody had to look at it, for requests of both kinds. */
  WaitsReason: text,
})
export type RenewalDoubts = z.infer<typeof RenewalDoubts>

/** Beside a code that was entered before the contacts on file changed. */
export const proofEnded = 'Counts no more: the contact details on file have changed since.'

/** That nobody knows who asks; null where it was shown. */
export function doubtOf({
  IsProven,
  HasProofEnded,
  DisplayName,
}: Pick<RenewalDoubts, 'IsProven' | 'HasProofEnded'> & { DisplayName: string | null }): string | null {
  const name = DisplayName ?? 'the member'
  if (IsProven) return null
  return HasProofEnded
    ? `Nobody has shown that this is ${name} since the contact details on file changed.`
    : `Nobody has shown that this is ${name}: it was started with a membership number and birth date.`
}

type Types = Pick<RenewalDoubts, 'RequestedMembershipType' | 'CurrentMembershipType'>

/** True if the member would get another membership; who may not read what they have isn't told. */
export function asksForAnotherType({ RequestedMembershipType: wanted, CurrentMembershipType: own }: Types) {
  return wanted !== null && own !== null && wanted !== own
}

/** What is asked for, beside what the member has. */
export function askedInWords(types: Types): string | null {
  if (types.RequestedMembershipType === null) return null
  const asked = `Asks for ${types.RequestedMembershipType}`
  return asksForAnotherType(types) ? `${asked} instead of ${types.CurrentMembershipType}.` : `${asked}.`
}
