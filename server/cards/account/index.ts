export {
  getCardAccountStatus,
  listCardTransactions,
  lockUsableCard,
  setCardAccountStatus,
  transactionOf,
} from './card-account.ts'
export { listCardHistory, pageOfChanges, recordCardChange } from './card-history.ts'
export { listCards, listMemberCards } from './card-list.ts'
export {
  accountNameOf,
  auditCard,
  type Card,
  cardByNumber,
  cardName,
  everyCard,
  lockCard,
  readCard,
  visibleCards,
  withProgramAndMember,
} from './card-record.ts'
export { type Issuer, ledgerIssuer, masked } from './issuer.ts'
