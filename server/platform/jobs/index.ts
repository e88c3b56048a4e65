export {
  type Attempt,
  inLane,
  jobStart,
  SettledElsewhere,
  startJob,
  type Task,
  type Tasks,
  timeIsUp,
  workGently,
} from './jobs.ts'
export { failureOf, forgetInPieces, inPieces, type InPieces, type Piece } from './pieces.ts'
export { type CountedJobs, jobQueueState, type JobState, jobStates } from './queue-state.ts'
export { type Lane, lanes, type Slots, usualSlots } from './lanes.ts'
