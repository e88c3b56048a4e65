export { keepDisbursementSums } from './disbursement-sums.ts'
export { reportRoutes } from './routes.ts'
export { sendDueReports } from './send-reports.ts'
