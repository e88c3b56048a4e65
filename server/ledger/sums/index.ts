/** Sums of the whole ledger, for questions that no account answers by itself: what was owed, and what moved. */
export { addUpLedgerSums, inPatience } from './anew.ts'
export { keepByTurns } from './by-turns.ts'
export { dayOf, quarterOf } from './entries.ts'
export { keepLedgerSums } from './keeping.ts'
export { sumsThatAreOut } from './proof.ts'
export {
  lastTransfer,
  pointsByVenue,
  quartersWithEntries,
  sumsAround,
  sumsOfAll,
  sumsSince,
} from './reading.ts'
