import type { backupsApi } from '#contract/jobs/backups.ts'
import type { Handlers } from '#platform/call'
import type { Settings } from '#platform/settings'
import { backupStatus } from '#server/backup/nightly'

/** What super administrators see of backups. */
export const backupRoutes = ({ backups }: Settings): Handlers<typeof backupsApi> => ({
  getBackupStatus: ({ db }) => backupStatus(db, backups),
})
