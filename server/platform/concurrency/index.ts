export { fewAtOnce, fewOfEach } from './few-at-once.ts'
export { oneByOne } from './one-by-one.ts'
export { shared } from './shared.ts'
export { createTurns } from './turns.ts'
