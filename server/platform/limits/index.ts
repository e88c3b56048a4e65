export { type CallCounts, createCallCounts } from './call-counts.ts'
export { mostAtOnceOf, type Reach, requireWithinRole, sendingToMany } from './mass-sending.ts'
export { requireQuota } from './quota.ts'
export {
  type RateLimiter,
  countWithin,
  createRateLimiter,
  forgetWithin,
  type Guess,
  networkOf,
  tooManyAttempts,
} from './rate-limit.ts'
export { createRefusalLimit } from './refusal-limit.ts'
export { coversAct, isLimited, refuseAboveLimits, countTowardsLimits } from './role-limits.ts'
