import { inLane, type Tasks } from '#platform/jobs'
import type { Settings } from '#platform/settings'
import { type Installation, takeNightly } from '#server/backup/nightly'

type Payload = { readonly _cron?: { readonly ts: string } }

export function backupTasks(installation: Installation): Tasks {
  return {
    take_backup: inLane('maintenance', ({ _cron: due }: Payload) => takeNightly(installation, due?.ts)),
  }
}

/**
 * Ten tries take some hours. One whose time passed while nobody worked is due at the next start, and the next night's takes
 * the place of one that was given up.
 */
export function backupSchedule({ backups }: Settings): string[] {
  if (!backups) return []
  const [hour, minute] = backups.at.split(':').map(Number)
  return [`${minute} ${hour} * * * take_backup ?max=10&fill=20h&jobKey=take_backup`]
}
