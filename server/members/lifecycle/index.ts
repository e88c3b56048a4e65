export { standingSchedule, standingTasks } from './tell-standings.ts'
