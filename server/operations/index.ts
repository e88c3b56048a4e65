export { dropFailedJob, failedJobs, retryFailedJob, retryFailedJobs } from './failed-jobs.ts'
