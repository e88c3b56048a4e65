import type { Database } from '#platform/database'
import { inLane, type InPieces, type Tasks } from '#platform/jobs'
import { countTrends } from '#server/today/trends'

export const todayTasks = (database: Database): Tasks => ({
  count_trends: inLane('bulk', (clock: InPieces) => countTrends(database, clock)),
})

/** Every hour, for those businesses where it is early in the morning. */
export const todaySchedule = ['27 * * * * count_trends']
