import type { Queries } from '#platform/database'
import { lastBackups } from './records.ts'

/** The age of the last backup, for those who watch. */
export const backupAge = {
  name: 'hub_backup_age_seconds',
  help: 'How long ago the last good backup was taken by itself. Missing where there is none.',
}

export async function ageOfBackup(db: Queries): Promise<number | null> {
  const { good } = await lastBackups(db)
  return good && good.ageSeconds
}
