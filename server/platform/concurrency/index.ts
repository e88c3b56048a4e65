export { fewAtOnce, fewOfEach } from './few-at-once.ts'
export { allOf, oneByOne } from './one-by-one.ts'
export { shared } from './shared.ts'
export { createTurns } from './turns.ts'
