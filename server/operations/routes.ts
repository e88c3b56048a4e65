import type { failedJobsApi } from '#contract/jobs/failed-jobs.ts'
import type { growthApi } from '#contract/jobs/growth.ts'
import type { Handlers } from '#platform/call'
import type { Settings } from '#platform/settings'
import {
  dropFailedJob,
  getFailedJob,
  listFailedJobs,
  retryFailedJob,
  retryFailedJobs,
} from './failed-jobs.ts'
import { growthOf } from './growth.ts'

/** What super administrators look after, of all businesses at once. */
export const failedJobRoutes: Handlers<typeof failedJobsApi> = {
  listFailedJobs,
  getFailedJob,
  retryFailedJob,
  retryFailedJobs,
  dropFailedJob,
}

export const growthRoutes = ({ platformMonths }: Settings): Handlers<typeof growthApi> => ({
  getGrowth: ({ db }) => growthOf(db, platformMonths),
})
