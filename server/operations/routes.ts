import type { failedJobsApi } from '#contract/jobs/failed-jobs.ts'
import type { growthApi } from '#contract/jobs/growth.ts'
import type { installationApi } from '#contract/jobs/installation.ts'
import type { Handlers } from '#platform/call'
import type { Replicas } from '#platform/replicas'
import type { Settings } from '#platform/settings'
import {
  dropFailedJob,
  getFailedJob,
  listFailedJobs,
  retryFailedJob,
  retryFailedJobs,
} from './failed-jobs.ts'
import { growthOf } from './growth.ts'
import { installationRoutes } from './installation.ts'

/** What super administrators look after, of all businesses at once. */
export const operationRoutes = (
  replicas: Replicas,
  { platformMonths }: Settings,
): Handlers<typeof failedJobsApi & typeof installationApi & typeof growthApi> => ({
  listFailedJobs,
  getFailedJob,
  retryFailedJob,
  retryFailedJobs,
  dropFailedJob,
  ...installationRoutes(replicas),
  getGrowth: ({ db }) => growthOf(db, platformMonths),
})
