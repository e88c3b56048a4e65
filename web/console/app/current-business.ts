import type { QueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { readQuery, useRead } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import { businessApi, type Business } from '#contract/business/business.ts'
import { goBack } from '#ui/layout/go-back.ts'

export type CurrentBusiness = {
  /** Undefined while it loads, null if there is none. */
  business: Business | null | undefined
  /** Why it can't be shown. */
  message: string | null
  retry: () => void
}

/** The business of the address, or else the one the user is tied to; all who show it share one answer. */
export function useCurrentBusiness(): CurrentBusiness {
  const me = useMe()
  const { businessId = me.BusinessId } = useParams({ strict: false })
  const { data, error, retry } = useRead(
    businessApi.listBusinesses,
    businessId === null ? null : { query: { businessId } },
  )
  if (businessId === null) return { business: null, message: null, retry: goBack }
  const business = data && (data.Results[0] ?? null)
  return { business, message: error?.message ?? null, retry: business === null ? goBack : retry }
}

/** Starts reading a business before it is shown. */
export function preloadBusiness(client: QueryClient, businessId: string): void {
  void client.prefetchQuery(readQuery(businessApi.listBusinesses, { query: { businessId } }))
}
