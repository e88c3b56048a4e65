export { claimsFor } from './place.ts'
export { sessionRoutes } from './routes.ts'
export { createWhoIs, type WhoIs } from './who-is.ts'
