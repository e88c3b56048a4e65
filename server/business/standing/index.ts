export { createStandings, type Standings } from './standings.ts'
export { restWhileSuspended, tasksGoingOn } from './resting-jobs.ts'
export { standingRoutes } from './change-standing.ts'
export { closedAt } from './closed-at.ts'
