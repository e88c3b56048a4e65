import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { messages } from '#contract/messages.ts'
import { venuesApi, type Venue } from '#contract/business/venues.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'

/** Asks before a venue is deleted, and says whom that touches. */
export function DeleteVenueModal({ venue, onClose }: { venue: Venue; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(venuesApi.deleteVenue, {
    success: messages.venues.deleted,
    failure: messages.venues.deleteFailed,
  })
  return (
    <ConfirmModal
      title="Delete Venue?"
      text={[`${venue.DisplayName} leaves every list until it is restored.`, ...whoIsTouched(venue)].join(
        ' ',
      )}
      confirmLabel="Delete"
      danger
      onConfirm={() => run({ params: { businessId, venueId: venue.id } })}
      onClose={onClose}
    />
  )
}

function whoIsTouched({ RestrictedUserCount: count }: Venue): string[] {
  if (count === 0) return []
  return [
    count === 1
      ? '1 user is restricted to this venue and will see nothing of it.'
      : `${count} users are restricted to this venue and will see nothing of it.`,
  ]
}
