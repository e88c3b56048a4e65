export { readBalances as balancesOf } from './balances.ts'
export { expirePoints } from './expiry.ts'
export { lockMemberAndType } from './points-types.ts'
export { pointsRoutes } from './routes.ts'
