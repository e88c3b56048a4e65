import { z } from 'zod'
import {
  countedPage,
  countedPaging,
  endpoint,
  paging,
  signedIn,
  superAdministrator,
} from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { revision } from '#contract/revisions.ts'
import { Coordinates } from '#contract/values/coordinates.ts'
import { hasDecimals } from '#contract/values/decimals.ts'
import { TimeZone } from '#contract/values/time-zones.ts'
import { needed } from '#contract/words/needed.ts'
import { isOneLine, nameInOneLine } from '#contract/words/one-line.ts'

const text = { ...messages.venues, invalidExpiry: 'Points expire after 1 to 120 months.' }
const path = '/api/cherrypay/v1/{businessId}/venues'

/** How long a till may hold points or money at the least: the same for every venue, and read-only. */
export const shortestHoldSeconds = 30
export const longestHoldSeconds = 7 * 24 * 60 * 60
/** How long at the most, where nobody has chosen. */
export const usualHoldSeconds = 60 * 60

export const PointsType = z.object({
  PointsTypeId: z
    .string(text.invalidPointsTypeId)
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9 _-]{0,39}$/, text.invalidPointsTypeId),
  /** What people call it. Left out it stays as it is, empty it is the id. */
  DisplayName: z.string().trim().max(60).refine(isOneLine, nameInOneLine).optional(),
  /** How many points a dollar is. */
  PointsToDollarRatio: z
    .number(text.invalidPointsRatio)
    .positive(text.invalidPointsRatio)
    .max(1_000_000, text.invalidPointsRatio)
    .refine((ratio) => hasDecimals(ratio, 4), text.invalidPointsRatio),
  IsDefault: z.boolean(),
  /** After how many months points expire, oldest first; without it they never do. */
  ExpiryMonths: z
    .number(text.invalidExpiry)
    .int(text.invalidExpiry)
    .min(1, text.invalidExpiry)
    .max(120, text.invalidExpiry)
    .optional(),
})
export type PointsType = z.infer<typeof PointsType>

/** A points type of a venue: it is called something, if only by its id. */
const NamedPointsType = PointsType.extend({ DisplayName: z.string() })

/** Ids that differ in capitals only would be one to people. */
export function isSamePointsType(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

export const sameName = 'Two points types of a venue can not have the same name.'

/** Where among names one stands that stood before, whatever its capitals; null if all differ. Unknown ones are passed over. */
export function secondOfSameName(names: readonly (string | undefined)[]): number | null {
  const isSecond = (name: string | undefined, index: number) =>
    name !== undefined &&
    names.slice(0, index).some((other) => other !== undefined && isSamePointsType(other, name))
  const second = names.findIndex(isSecond)
  return second === -1 ? null : second
}

const PointsTypes = z
  .array(PointsType)
  .max(20, 'A venue can have 20 points types at the most.')
  .superRefine((types, context) => {
    const defaults = types.filter((type) => type.IsDefault).length
    if (types.length > 0 && defaults === 0)
      context.addIssue({ code: 'custom', message: text.noDefaultPointsType })
    if (defaults > 1) context.addIssue({ code: 'custom', message: text.manyDefaultPointsTypes })
    for (const [index, { PointsTypeId }] of types.entries())
      if (types.findIndex((type) => isSamePointsType(type.PointsTypeId, PointsTypeId)) < index)
        context.addIssue({
          code: 'custom',
          message: text.invalidPointsTypeId,
          path: [index, 'PointsTypeId'],
        })
    // Of a name that is left out the server alone knows what it will be.
    const second = secondOfSameName(
      types.map(({ PointsTypeId, DisplayName }) => (DisplayName === '' ? PointsTypeId : DisplayName)),
    )
    if (second !== null)
      context.addIssue({ code: 'custom', message: sameName, path: [second, 'DisplayName'] })
  })

// No default here: a change that leaves an integration out must not take it away.
const IntegrationId = z.string().trim().max(100).nullable()

/** What people fill in of a venue. */
export const VenueFields = z.object({
  DisplayName: z
    .string(needed(text.nameRequired))
    .trim()
    .min(1, text.nameRequired)
    .max(100)
    .refine(isOneLine, nameInOneLine),
  Enabled: z.boolean(),
  DefaultLoyaltyIntegrationId: IntegrationId,
  DefaultMembershipIntegrationId: IntegrationId,
  DefaultGamingIntegrationId: IntegrationId,
  /** Where its tills' clocks differ from the business's; null where they don't. */
  TimeZone: TimeZone.nullable(),
  /** Where it is, for phones that bring a pass up near it; null where nobody has said. */
  Location: Coordinates.nullable(),
  PointsTypes,
})

export type VenueFields = z.infer<typeof VenueFields>

/** The names of what people fill in. */
export const venueFields = Object.keys(VenueFields.shape) as readonly (keyof VenueFields)[]

const MaximumHold = z
  .number(needed(text.maximumHoldRequired))
  .int(text.maximumHoldRequired)
  .min(shortestHoldSeconds, `The maximum must be at least the minimum of ${shortestHoldSeconds} seconds.`)
  .max(longestHoldSeconds, 'The maximum can be seven days at the most.')

/** A new venue: its maximum hold time is chosen now and never again. What isn't said of it, but for its name, is as usual. */
export const NewVenue = VenueFields.extend({
  Enabled: VenueFields.shape.Enabled.default(true),
  DefaultLoyaltyIntegrationId: IntegrationId.default(null),
  DefaultMembershipIntegrationId: IntegrationId.default(null),
  DefaultGamingIntegrationId: IntegrationId.default(null),
  Location: VenueFields.shape.Location.default(null),
  TimeZone: TimeZone.nullable().default(null),
  PointsTypes: PointsTypes.default([]),
  PointsTransactionConfiguration: z
    .object({ MaximumHoldTransactionTimeToLiveSeconds: MaximumHold })
    .default({ MaximumHoldTransactionTimeToLiveSeconds: usualHoldSeconds }),
})
export type NewVenue = z.infer<typeof NewVenue>

export const Venue = VenueFields.extend({
  /** The venue's number: unique in its business. */
  id: z.string(),
  VenueNo: z.string(),
  /** As it is kept, even if it dates from before names had to be one line. */
  DisplayName: z.string(),
  PointsTransactionConfiguration: z.object({
    MinimumHoldTransactionTimeToLiveSeconds: z.number(),
    MaximumHoldTransactionTimeToLiveSeconds: z.number(),
  }),
  /** Another one, once somebody has changed what people fill in. */
  Revision: z.string(),
  PointsTypes: z.array(NamedPointsType),
  /** How many users are confined to certain venues, this one among them. */
  RestrictedUserCount: z.number(),
  _Meta: z.object({
    DateDeleted: z.iso.datetime().nullable(),
    /** There while its members' balances are counted anew after a change of the default points type. */
    PointsRecount: z.object({ Counted: z.number(), Total: z.number().nullable() }).optional(),
  }),
})
export type Venue = z.infer<typeof Venue>

/** A deleted venue can only be looked at and restored. */
export function isDeletedVenue(venue: Venue): boolean {
  return venue._Meta.DateDeleted !== null
}

/** What is said wherever a venue would have to be open: one that isn't enabled is closed. */
export function venueClosed(...names: readonly string[]): string {
  return `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} closed at the moment.`
}

/** A query's yes or no, as an address has it. */
const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true')

export const venuesApi = {
  listVenues: endpoint({
    method: 'GET',
    path,
    title: 'Venues of the business',
    access: signedIn,
    shows: ['venue', 'user'],
    query: z.object({
      ...countedPaging,
      limit: paging.limit.unwrap().default(100),
      q: z.string().max(200).optional(),
      includeDeleted: flag,
    }),
    output: countedPage(Venue),
  }),
  createVenue: endpoint({
    method: 'POST',
    path,
    title: 'Create a venue',
    access: superAdministrator,
    changes: ['venue'],
    body: NewVenue,
    output: Venue,
  }),
  updateVenue: endpoint({
    method: 'PATCH',
    path: `${path}/{venueId}`,
    title: 'Change a venue',
    access: superAdministrator,
    changes: ['venue'],
    query: z.object({ revision }),
    body: VenueFields.partial(),
    output: Venue,
  }),
  deleteVenue: endpoint({
    method: 'DELETE',
    path: `${path}/{venueId}`,
    title: 'Delete or restore a venue',
    access: superAdministrator,
    changes: ['venue'],
    query: z.object({ undelete: flag }),
  }),
}
