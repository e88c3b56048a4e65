import {
  createAdminCommand,
  resetFactorCommand,
  resetPasswordCommand,
  unlockCommand,
} from '#server/command/accounts'
import {
  backupCommand,
  restoreCommand,
  upgradeDatabaseCommand,
  verifyBackupCommand,
} from '#server/command/backup'
import { doctorCommand } from '#server/command/doctor'
import type { Command } from '#server/command/frame'
import { exportBusinessCommand, importBusinessCommand, verifyBusinessCommand } from '#server/command/move'
import {
  dropJobCommand,
  jobsCommand,
  outboxCommand,
  resendCommand,
  retryJobsCommand,
  showMessageCommand,
} from '#server/command/queues'
import { rotateSecretCommand } from '#server/command/secret'
import { growthCommand } from './growth.ts'
import { ledgerAddUpCommand } from './ledger-add-up.ts'
import { ledgerCheckCommand } from './ledger-check.ts'
import { migrateCommand } from './migrate.ts'
import { partitionCommand } from './partition.ts'

/** Everything that `hub` does, in the order of its help. */
export const commands: readonly Command[] = [
  backupCommand,
  restoreCommand,
  verifyBackupCommand,
  exportBusinessCommand,
  importBusinessCommand,
  verifyBusinessCommand,
  migrateCommand,
  upgradeDatabaseCommand,
  ledgerCheckCommand,
  ledgerAddUpCommand,
  doctorCommand,
  growthCommand,
  partitionCommand,
  rotateSecretCommand,
  jobsCommand,
  retryJobsCommand,
  dropJobCommand,
  outboxCommand,
  showMessageCommand,
  resendCommand,
  createAdminCommand,
  resetPasswordCommand,
  resetFactorCommand,
  unlockCommand,
]
