import type { failedJobsApi } from '#contract/jobs/failed-jobs.ts'
import type { installationApi } from '#contract/jobs/installation.ts'
import type { Handlers } from '#platform/call'
import type { Replicas } from '#platform/replicas'
import {
  dropFailedJob,
  getFailedJob,
  listFailedJobs,
  retryFailedJob,
  retryFailedJobs,
} from './failed-jobs.ts'
import { installationRoutes } from './installation.ts'

/** What super administrators look after, of all businesses at once. */
export const operationRoutes = (
  replicas: Replicas,
): Handlers<typeof failedJobsApi & typeof installationApi> => ({
  listFailedJobs,
  getFailedJob,
  retryFailedJob,
  retryFailedJobs,
  dropFailedJob,
  ...installationRoutes(replicas),
})
