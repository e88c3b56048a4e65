export { getClosePack } from './close-pack.ts'
export { listCloseTransactions } from './close-transactions.ts'
export { listUnmatchedHolds } from './unmatched.ts'
