export { lockUsableCard } from './card-account.ts'
export { pageOfChanges } from './card-history.ts'
export { readCardPrograms } from './card-program-record.ts'
export { cardProgramsOnOffer } from './card-programs.ts'
export { tellLowBalances } from './disbursement-notice.ts'
export {
  type Card,
  cardByNumber,
  cardName,
  lockCard,
  visibleCards,
  withProgramAndMember,
} from './card-record.ts'
export { expireCards } from './expire-cards.ts'
export { holdFunds } from './hold-funds.ts'
export { freshLink } from './fresh-link.ts'
export { transferPoints } from './points-transfer.ts'
export { ledgerIssuer, masked } from './issuer.ts'
export { fillPlasticCard, openPlasticCard } from './plastic-card.ts'
export { cardClaimRoutes, cardProgramRoutes, cardRoutes, disbursementRoutes } from './routes.ts'
export { mergeCards } from './merge.ts'
export { endCardsAstray } from './end-astray.ts'
