/** Sums of the whole ledger, for questions that no account answers by itself: what was owed, and what moved. */
export { dayOf } from './entries.ts'
export { keepLedgerSums } from './keeping.ts'
export {
  lastTransfer,
  pointsByVenue,
  quartersWithEntries,
  sumsAround,
  sumsOfAll,
  sumsSince,
} from './reading.ts'
