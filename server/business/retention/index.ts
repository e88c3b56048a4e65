export { retentionSchedule, retentionTasks } from './fall-away.ts'
export { countOlder } from './preview.ts'
export { retentionRoutes } from './retention.ts'
