import type { Queries } from '#platform/database'
import { nobodyTakesBackups } from '#server/operations'
import { lastBackups } from './records.ts'

/** The age of the last backup, for those who watch. */
export const backupAge = {
  name: 'hub_backup_age_seconds',
  help: 'How long ago the last good backup was taken by itself. Missing where there is none, or none is taken any more.',
}

export async function ageOfBackup(db: Queries): Promise<number | null> {
  // It would grow for ever.
  if (await nobodyTakesBackups(db)) return null
  const { good } = await lastBackups(db)
  return good && good.ageSeconds
}
