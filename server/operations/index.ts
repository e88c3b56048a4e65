export { keepBeat } from './installation.ts'
export { countFailedJobs, dropFailedJob, failedJobs, retryFailedJob, retryFailedJobs } from './failed-jobs.ts'
