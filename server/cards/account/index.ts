export {
  accountInWords,
  endCodes,
  getCardAccountStatus,
  listCardTransactions,
  lockUsableCard,
  refuseReplaced,
  setCardAccountStatus,
  transactionOf,
  valueOf,
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
  lockCurrentCard,
  readCard,
  replacedBy,
  visibleCards,
  withProgramAndMember,
} from './card-record.ts'
export { type Issuer, ledgerIssuer, masked, type OpenedAccount } from './issuer.ts'
