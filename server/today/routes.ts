import type { todayApi } from '#contract/today/today.ts'
import type { trendsApi } from '#contract/today/trends.ts'
import type { Handlers } from '#platform/call'
import { getToday, snoozeToday, unsnoozeToday } from '#server/today/lines'
import { getTrends } from '#server/today/trends'

/** What the home page of a business begins and ends with. */
export const todayRoutes: Handlers<typeof todayApi & typeof trendsApi> = {
  getToday,
  snoozeToday,
  unsnoozeToday,
  getTrends,
}
