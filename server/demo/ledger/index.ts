export { carryOutDeeds, type Deed, held, postAgo, sale } from './past.ts'
export { registerHolds } from './past-holds.ts'
export { type Till, tillOf } from './till.ts'
