export { type Attempt, startJob, type Tasks, timeIsUp, workGently } from './jobs.ts'
