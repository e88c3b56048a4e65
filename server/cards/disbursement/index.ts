export { tellLowBalances } from './disbursement-notice.ts'
export {
  deposit,
  exportDisbursementTransactions,
  getDisbursementAccount,
  listDisbursementTransactions,
  setLowBalanceNotice,
} from './disbursement.ts'
export { holdFunds } from './hold-funds.ts'
export { inFunds } from './disbursement.ts'
