export { isDoorKit, whoIsDoorKit } from './door-kits.ts'
export { attendanceRoutes, doorKitRoutes, eventRoutes } from './routes.ts'
