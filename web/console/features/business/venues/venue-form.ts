import { z } from 'zod'
import { messages } from '#contract/messages.ts'
import { Coordinates } from '#contract/values/coordinates.ts'
import { NewVenue, PointsType, VenueFields, isSamePointsType, type Venue } from '#contract/business/venues.ts'

const addFirst = z.literal('', 'Add this points type, or empty its fields.')

/** What the dialog holds: a venue, and a points type on its way into the list, which must not be forgotten there. */
export const VenueForm = VenueFields.extend({
  // Whoever fills in a form chooses, also what has a usual value.
  PointsTransactionConfiguration: NewVenue.shape.PointsTransactionConfiguration.unwrap(),
  Draft: z.object({ PointsTypeId: addFirst, PointsToDollarRatio: addFirst }),
  // A select has no null.
  TimeZone: z.string().transform((zone) => zone || null),
  // Nowhere is two empty fields; one alone is wrong.
  Location: z.union([
    z.object({ Latitude: z.literal(''), Longitude: z.literal('') }).transform(() => null),
    Coordinates,
  ]),
}).transform((values): NewVenue => NewVenue.parse(values))

/** A number that a field may have lost for the moment. */
type NumberField = number | ''

export type VenueValues = Omit<z.input<typeof VenueFields>, 'PointsTypes' | 'TimeZone' | 'Location'> & {
  Location: { Latitude: NumberField; Longitude: NumberField }
  TimeZone: string
  PointsTypes: {
    PointsTypeId: string
    DisplayName?: string | undefined
    PointsToDollarRatio: NumberField
    IsDefault: boolean
    ExpiryMonths?: number | undefined
  }[]
  PointsTransactionConfiguration: { MaximumHoldTransactionTimeToLiveSeconds: NumberField }
  Draft: { PointsTypeId: string; PointsToDollarRatio: NumberField }
}

export const noDraft: VenueValues['Draft'] = { PointsTypeId: '', PointsToDollarRatio: '' }

/** The values the dialog starts with. */
export function venueValuesOf(venue: Venue | null): VenueValues {
  return {
    DisplayName: venue?.DisplayName ?? '',
    Enabled: venue?.Enabled ?? true,
    DefaultLoyaltyIntegrationId: venue?.DefaultLoyaltyIntegrationId ?? '',
    DefaultMembershipIntegrationId: venue?.DefaultMembershipIntegrationId ?? '',
    DefaultGamingIntegrationId: venue?.DefaultGamingIntegrationId ?? '',
    TimeZone: venue?.TimeZone ?? '',
    Location: venue?.Location ?? { Latitude: '', Longitude: '' },
    PointsTypes: venue?.PointsTypes ?? [],
    PointsTransactionConfiguration: {
      MaximumHoldTransactionTimeToLiveSeconds:
        venue?.PointsTransactionConfiguration.MaximumHoldTransactionTimeToLiveSeconds ?? '',
    },
    Draft: noDraft,
  }
}

type Draft = {
  type?: VenueValues['PointsTypes'][number]
  errors: { PointsTypeId?: string; PointsToDollarRatio?: string }
}

/** The points type being added, or what is wrong with it. The first of a venue becomes the default. */
export function readDraft({ Draft: draft, PointsTypes: types }: VenueValues): Draft {
  if (types.some(({ PointsTypeId }) => isSamePointsType(PointsTypeId, draft.PointsTypeId)))
    return { errors: { PointsTypeId: messages.venues.invalidPointsTypeId } }
  const { data, error } = PointsType.safeParse({ ...draft, IsDefault: types.length === 0 })
  if (data) return { type: { ...data, DisplayName: data.PointsTypeId }, errors: {} }
  return { errors: Object.fromEntries(error.issues.map(({ path, message }) => [path[0], message])) }
}
