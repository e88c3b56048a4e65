export { createStandings, type Standings } from './standings.ts'
export { restWhileSuspended } from './resting-jobs.ts'
export { standingRoutes } from './change-standing.ts'
export { isSuspendedAt } from './suspended-at.ts'
