import type { pointsApi } from '#contract/points/points.ts'
import type { Handlers } from '#platform/call'
import { awardPoints, getPointsRequestModal } from './award.ts'
import { getPointsBalance, listPointsBalances } from './balances.ts'
import { forecastPointsExpiry } from './expiry.ts'
import { listPointsEntries, reversePoints } from './history.ts'

/** The points of members: what they have, what they were given and spent, and what will expire. */
export const pointsRoutes: Handlers<typeof pointsApi> = {
  getPointsRequestModal,
  listPointsBalances,
  getPointsBalance,
  awardPoints,
  listPointsEntries,
  reversePoints,
  forecastPointsExpiry,
}
