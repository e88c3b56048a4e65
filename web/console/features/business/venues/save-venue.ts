import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { locationInWords, pointsTypeInWords } from '#contract/business/venue-words.ts'
import {
  venueFields,
  venuesApi,
  type NewVenue,
  type Venue,
  type VenueFields,
} from '#contract/business/venues.ts'
import { messages } from '#contract/messages.ts'
import {
  fieldsIn,
  revised,
  unlessChanged,
  useRevisedSave,
  type Revised,
} from '#parts/conflict/revised-save.ts'
import { call } from '#web/api-client.ts'

const text = messages.venues

/** Makes a venue, or changes the one that the form was opened with. Where somebody was faster, `question` asks. */
export function useSaveVenue(venue: Venue | null) {
  const { BusinessId: businessId } = useBusiness()
  const create = useAction(venuesApi.createVenue, { success: text.created, failure: text.createFailed })
  const update = useAction(venuesApi.updateVenue, {
    success: text.updated,
    failure: unlessChanged(text.updateFailed),
  })
  const { save, question } = useRevisedSave<VenueFields, Venue>({
    what: 'venue',
    send: (body, revision) =>
      update.run({ params: { businessId, venueId: venue?.id ?? '' }, query: { revision }, body }),
    read: async () =>
      revised(
        await call(venuesApi.listVenues, { params: { businessId }, query: { limit: 500 } }),
        (venues) => {
          const now = venues.Results.find(({ id }) => id === venue?.id)
          return now && revisedOf(now)
        },
      ),
    words: {
      wordsOf: (fields, key) =>
        key === 'PointsTypes'
          ? fields.PointsTypes.map(pointsTypeInWords)
          : key === 'Location'
            ? fields.Location && locationInWords(fields.Location)
            : fields[key],
    },
  })
  return {
    save: (body: NewVenue) =>
      venue
        ? save(fieldsIn<VenueFields, keyof VenueFields>(body, venueFields), revisedOf(venue))
        : create.run({ params: { businessId }, body }),
    question,
  }
}

function revisedOf(venue: Venue): Revised<VenueFields> {
  return { fields: fieldsIn<VenueFields, keyof VenueFields>(venue, venueFields), revision: venue.Revision }
}
