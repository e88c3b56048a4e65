export { ageOfBackup, backupAge } from './backup-figure.ts'
export { lastBackups, takeOverRecords } from './records.ts'
export { backupStatus } from './status.ts'
export { type Installation, takeNightly } from './take-nightly.ts'
