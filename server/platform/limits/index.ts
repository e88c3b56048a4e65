export { requireRoom } from './quota.ts'
export {
  type Attempts,
  countWithin,
  createAttempts,
  forgetWithin,
  type Guess,
  networkOf,
  tooManyAttempts,
} from './rate-limit.ts'
export { createRefusalLimit } from './refusal-limit.ts'
