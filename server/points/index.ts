export { readBalances as balancesOf } from './balances.ts'
export { expirePoints } from './expiry.ts'
export { aboutPoints, lockMemberAndType, type MemberAndType, noSuchType } from './points-types.ts'
