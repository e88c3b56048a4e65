export { getClosePack } from './close-pack.ts'
export { listCloseTransactions, listUnmatchedHolds } from './close-transactions.ts'
