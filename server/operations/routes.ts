import type { failedJobsApi } from '#contract/jobs/failed-jobs.ts'
import type { Handlers } from '#platform/call'
import {
  dropFailedJob,
  getFailedJob,
  listFailedJobs,
  retryFailedJob,
  retryFailedJobs,
} from './failed-jobs.ts'

/** What super administrators look after, of all businesses at once. */
export const failedJobRoutes: Handlers<typeof failedJobsApi> = {
  listFailedJobs,
  getFailedJob,
  retryFailedJob,
  retryFailedJobs,
  dropFailedJob,
}
