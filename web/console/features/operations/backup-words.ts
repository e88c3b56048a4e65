import type { BackupStatus } from '#contract/jobs/backups.ts'
import { formatBytes, formatDate, formatDateTime, formatTime } from '#ui/text/format.ts'

type Words = { readonly isWarning: boolean; readonly title: string; readonly text: string }

/** How it stands with backups, and what to do where that isn't well. */
export function backupWords(status: BackupStatus, now: Date): Words {
  const { State, DueAt, TakenDate, Bytes, FailedDate, FailureReason } = status
  const failed = FailedDate ? `The last try failed, ${whenOf(FailedDate, now)}: ${FailureReason}` : ''
  const last = TakenDate ? `Last backup: ${whenOf(TakenDate, now)}, ${formatBytes(Bytes ?? 0)}.` : ''
  if (State === 'NotSetUp')
    return {
      isWarning: true,
      title: last ? `No backups are taken any more. ${last}` : 'No backups are taken by themselves.',
      text: 'Set HUB_BACKUP_DIR to a folder, or see to it that hub backup runs every night.',
    }
  if (State === 'NoneYet')
    return {
      isWarning: true,
      title: 'There is no backup yet.',
      text: failed || `The first is taken at ${DueAt} UTC.`,
    }
  if (State === 'Late')
    return {
      isWarning: true,
      title: last,
      text: failed || 'That is more than two days ago. See whether a process works on jobs.',
    }
  return { isWarning: failed !== '', title: last, text: failed }
}

function whenOf(instant: string, now: Date): string {
  const isToday = formatDate(instant) === formatDate(now.toISOString())
  return isToday ? `today at ${formatTime(Date.parse(instant))}` : formatDateTime(instant)
}
