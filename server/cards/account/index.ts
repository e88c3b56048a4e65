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
export {
  accountNameOf,
  aud,
  auditCard,
  type Card,
  cardByNumber,
  cardName,
  everyCard,
  lockCard,
  lockCurrentCard,
  readCard,
  replacedBy,
  summaryColumns,
  visibleCards,
  cardWithProgramAndMember,
} from './card-record.ts'
export { type Issuer, ledgerIssuer, masked, type OpenedAccount } from './issuer.ts'
