import { z } from 'zod'

/**
 * What a device has seen: the highest tag of each business whose passes it carries, and one for all others. Tags are a
 * business's own (migration 0098), and a device has one text for all of its passes, which it hands back as it got it.
 */
export type SeenTags = { readonly others: number; readonly ofBusiness: ReadonlyMap<string, number> }

// As text it is a number, which is all that a device with the passes of one club ever sees, and those of clubs by their ids.
const shape = /^\d{1,15}(_[a-z0-9][a-z0-9-]{1,62}\.\d{1,15})*$/
const longestText = 4_000

export const SeenText = z
  .string()
  .max(longestText)
  .regex(shape, 'The tag is not one of ours.')
  .default('0')
  .transform((text): SeenTags => {
    const [others, ...clubs] = text.split('_')
    const named = clubs.map((club) => club.split('.') as [string, string])
    return { others: Number(others), ofBusiness: new Map(named.map(([id, tag]) => [id, Number(tag)])) }
  })

// Milliseconds are above this; what was given out before, to all businesses in one order, is below.
const firstOfBusiness = 1_000_000_000_000
// So long, and far longer than it takes, a tag that was given out may still be unseen.
const underWayMs = 120_000

/**
 * From which tag of a business on a device has to be told. A tag of another business says nearly as well when it was seen: what
 * was under way at that moment is told, and with that the business has a tag of its own.
 */
export function seenOf({ others, ofBusiness }: SeenTags, businessId: string, clubCount: number): number {
  const own = ofBusiness.get(businessId)
  if (own !== undefined) return own
  return clubCount > 1 && others >= firstOfBusiness ? others - underWayMs : others
}

/** What a device has seen once it was told of a pass. */
export function seeing(
  { others, ofBusiness }: SeenTags,
  { businessId, updateTag }: { readonly businessId: string; readonly updateTag: number },
): SeenTags {
  const known = ofBusiness.get(businessId) ?? 0
  return { others, ofBusiness: new Map(ofBusiness).set(businessId, Math.max(known, updateTag)) }
}

export function textOf({ others, ofBusiness }: SeenTags, clubCount: number): string {
  if (clubCount === 1 && ofBusiness.size === 1) return String([...ofBusiness.values()][0])
  return [others, ...[...ofBusiness].map(([id, tag]) => `${id}.${tag}`)].join('_')
}
