export { isDoorKit, whoIsDoorKit } from './door-kits.ts'
export { attendanceRoutes, doorKitRoutes, eventRoutes } from './routes.ts'
export { mergeAttendance } from './merge.ts'
