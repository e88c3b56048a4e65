export { fileName } from './file-name.ts'
export { fundsOutlook } from './funds-outlook.ts'
export { column } from './report.ts'
export { sendDueReports } from './send-reports.ts'
