import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { messages } from '#contract/messages.ts'
import { venuesApi, type Venue } from '#contract/business/venues.ts'

/** Brings a deleted venue back. */
export function useRestoreVenue() {
  const { BusinessId: businessId } = useBusiness()
  const { run, isRunning } = useAction(venuesApi.deleteVenue, {
    success: messages.venues.restored,
    failure: messages.venues.restoreFailed,
  })
  const restore = (venue: Venue) =>
    run({ params: { businessId, venueId: venue.id }, query: { undelete: 'true' } })
  return { restore, isRestoring: isRunning }
}
