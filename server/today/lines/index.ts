export { getToday } from './today.ts'
export { snoozeToday, unsnoozeToday } from './snooze.ts'
