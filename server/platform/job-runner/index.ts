export { runJobs } from './run-jobs.ts'
export type { BeatOptions } from './job-beats.ts'
export type { Jobs } from './run-jobs.ts'
