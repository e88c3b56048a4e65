import type { BackupStatus } from '#contract/jobs/backups.ts'
import type { Queries } from '#platform/database'
import type { Settings } from '#platform/settings'
import { nobodyTakesBackups } from '#server/operations'
import { type LastBackups, lastBackups } from './records.ts'

// One that was missed is taken at the next start, or the next night.
const lateAfterSeconds = 2 * 24 * 60 * 60

/** How it stands with backups that are taken by themselves. */
export async function backupStatus(db: Queries, backups: Settings['backups']): Promise<BackupStatus> {
  const last = await lastBackups(db)
  return {
    State: (await nobodyTakesBackups(db)) ? 'NotSetUp' : stateOf(last, backups),
    DueAt: backups?.at ?? null,
    TakenDate: last.good?.takenAt ?? null,
    Bytes: last.good?.bytes ?? null,
    FailedDate: last.failure?.takenAt ?? null,
    FailureReason: last.failure?.reason ?? null,
  }
}

/** Only the process that takes them has to know where they go: that some were taken tells as well that they are set up. */
function stateOf({ good, failure }: LastBackups, backups: Settings['backups']): BackupStatus['State'] {
  if (!backups && !good && !failure) return 'NotSetUp'
  if (!good) return 'NoneYet'
  return good.ageSeconds > lateAfterSeconds ? 'Late' : 'Good'
}
