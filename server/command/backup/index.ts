export { backupCommand } from './backup-command.ts'
export { restoreCommand } from './restore-command.ts'
export { withScratchDatabase } from './scratch-database.ts'
export { verifyBackupCommand } from './verify-command.ts'
