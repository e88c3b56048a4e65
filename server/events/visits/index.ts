export { getBusyHours } from './busy-hours.ts'
export { getLastVisit } from './last-visit.ts'
