export { growthOf } from './growth.ts'
export { sizeFigures, sizesToWatch } from './size-figures.ts'
export { tableSizes } from './sizes.ts'
export { countFailedJobs, dropFailedJob, failedJobs, retryFailedJob, retryFailedJobs } from './failed-jobs.ts'
