import { useParams } from '@tanstack/react-router'
import { useCalmRead } from '#console/queries.ts'
import { bellApi } from '#contract/bell/bell.ts'

/** What waits for the user in the business of the page: one answer for the bell and the menu, read again now and then. */
export function useWaiting() {
  const { businessId }: { businessId?: string } = useParams({ strict: false })
  return useCalmRead(bellApi.countWaiting, businessId ? { params: { businessId } } : null).data
}
