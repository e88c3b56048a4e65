export { claimCard, findCode, getCardClaim, holderOf } from './claims.ts'
export { findHeld, heldCard, readHeldCard } from './held-card.ts'
export { listHeldTransactions } from './held-transactions.ts'
