export type { BeatOptions } from './job-beats.ts'
export { type Attempt, startJob, type Tasks, timeIsUp, workGently } from './jobs.ts'
export { type Jobs, runJobs } from './run-jobs.ts'
