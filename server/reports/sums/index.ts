/** Sums of payments and cards, kept as they come, for questions that would otherwise count all there ever were. */
export { addUpAnew } from './anew.ts'
export { checkBooks, checkBooksOf } from './check.ts'
export { keepRecordSums } from './keeping.ts'
export { sumsOfPeriod } from './period.ts'
export { recordSums } from './reading.ts'
