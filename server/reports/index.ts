export { disbursementAccount, disbursementHours, keepDisbursementSums } from './disbursement-sums.ts'
export { fileName } from './file-name.ts'
export { column } from './report.ts'
export { sendDueReports } from './send-reports.ts'
