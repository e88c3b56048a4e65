export { reportRoutes } from './routes.ts'
export { sendDueReports } from './send-reports.ts'
