import { createContext, use } from 'react'
import type { Business } from '#contract/business/business.ts'

/** Filled by the layout of /businesses/{businessId}, once the business is known to exist. */
export const BusinessContext = createContext<Business | null>(null)

/** The business whose pages these are. */
export function useBusiness(): Business {
  const business = use(BusinessContext)
  if (!business) throw new Error('useBusiness needs a page under /businesses/{businessId}')
  return business
}
