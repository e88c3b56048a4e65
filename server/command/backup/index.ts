export { backupCommand } from './backup-command.ts'
export { restoreCommand } from './restore-command.ts'
export { upgradeDatabaseCommand } from './upgrade-command.ts'
export { verifyBackupCommand } from './verify-command.ts'
