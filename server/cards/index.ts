/** @public Whoever takes money from a card asks first whether it may be used. */
export { lockUsableCard } from './card-account.ts'
export { cardProgramsOnOffer } from './card-programs.ts'
export { tellLowBalances } from './disbursement-notice.ts'
export { expireCards } from './expire-cards.ts'
export { ledgerIssuer } from './issuer.ts'
export { cardClaimRoutes, cardProgramRoutes, cardRoutes, disbursementRoutes } from './routes.ts'
export { mergeCards } from './merge.ts'
