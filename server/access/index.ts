export { ensureSuperAdministrator } from './first-administrator.ts'
export { claimsFor } from './place.ts'
export { sessionRoutes } from './routes.ts'
export { whoIs } from './who-is.ts'
