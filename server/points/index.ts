export { expirePoints } from './expiry.ts'
export { pointsRoutes } from './routes.ts'
