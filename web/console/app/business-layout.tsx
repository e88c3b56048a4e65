import { Outlet } from '@tanstack/react-router'
import { BusinessContext } from '#console/business.ts'
import { ConsolePage } from '#console/page.tsx'
import { firstMessages as messages } from '#contract/first-messages.ts'
import { ZoneContext } from '#ui/date/zone.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { fetchedPage } from '#ui/feedback/fetched.tsx'
import { useCurrentBusiness } from './current-business.ts'
import { PageSkeleton } from '#app/states/page-skeleton.tsx'

const VisitGate = fetchedPage(
  async () => (await import('#features/business/support/visit-gate.tsx')).VisitGate,
  <PageSkeleton />,
)

/** Around every page of a business: they show only once it is known to exist, and to let its visitor in. */
export function BusinessLayout() {
  const { business, message, retry } = useCurrentBusiness()
  if (business?.IsVisitNeeded) return <VisitGate business={business} />
  if (business)
    return (
      <BusinessContext value={business}>
        <ZoneContext value={business.TimeZone}>
          <Outlet />
        </ZoneContext>
      </BusinessContext>
    )
  if (message === null && business === undefined) return <PageSkeleton />
  return (
    <ConsolePage title="Business unavailable">
      <ErrorState
        title={messages.generic.recordError}
        {...(message && { detail: message })}
        onRetry={retry}
      />
    </ConsolePage>
  )
}
