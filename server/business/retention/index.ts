export { retentionSchedule, retentionTasks } from './fall-away.ts'
export { retentionRoutes } from './retention.ts'
