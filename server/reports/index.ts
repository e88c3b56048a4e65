export { keepDisbursementSums } from './disbursement-sums.ts'
export { sendDueReports } from './send-reports.ts'
