import { cardsApi } from '#contract/cards/cards.ts'
import { disbursementApi } from '#contract/cards/disbursement.ts'

/** What tells of cards and the money behind them, and is out of date once one has changed. */
export const showsCards = [
  cardsApi.listCards,
  cardsApi.listMemberCards,
  cardsApi.getCard,
  cardsApi.getCardAccountStatus,
  cardsApi.listCardTransactions,
  cardsApi.listCardHistory,
  disbursementApi.getDisbursementAccount,
  disbursementApi.listDisbursementTransactions,
]
