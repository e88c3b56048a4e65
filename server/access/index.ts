export { ensureSuperAdministrator } from './first-administrator.ts'
export { claimsFor } from './place.ts'
export { roleRoutes, sessionRoutes, userRoutes } from './routes.ts'
export { whoIs } from './who-is.ts'
