export { exportBusinessCommand } from './export-command.ts'
export { importBusinessCommand, verifyBusinessCommand } from './import-command.ts'
