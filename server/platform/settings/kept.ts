import { resolve } from 'node:path'
import { SettingsError } from './settings-error.ts'

type BackupValues = {
  readonly HUB_BACKUP_DIR?: string | undefined
  readonly HUB_BACKUP_AT?: string | undefined
  readonly HUB_BACKUP_KEEP_DAYS?: number | undefined
  readonly HUB_BACKUP_KEEP_WEEKS?: number | undefined
}

/** Where a backup is taken each night, at which time in UTC, and how long they are kept; none without a folder. */
export function backupsOf({
  HUB_BACKUP_DIR: folder,
  HUB_BACKUP_AT,
  HUB_BACKUP_KEEP_DAYS,
  HUB_BACKUP_KEEP_WEEKS,
}: BackupValues) {
  if (folder !== undefined)
    return {
      folder: resolve(folder),
      at: HUB_BACKUP_AT ?? '16:00',
      keepDays: HUB_BACKUP_KEEP_DAYS ?? 7,
      keepWeeks: HUB_BACKUP_KEEP_WEEKS ?? 4,
    }
  if ([HUB_BACKUP_AT, HUB_BACKUP_KEEP_DAYS, HUB_BACKUP_KEEP_WEEKS].some((value) => value !== undefined))
    throw new SettingsError('The setting HUB_BACKUP_DIR is missing.')
  return undefined
}

type MonthsValues = {
  readonly HUB_PLATFORM_TEXTS_MONTHS?: number | undefined
  readonly HUB_PLATFORM_MESSAGES_MONTHS?: number | undefined
  readonly HUB_PLATFORM_TRAIL_MONTHS?: number | undefined
}

/** How many months the platform keeps its own messages and trail; for good without. A line falls away after its text. */
export function platformMonthsOf(values: MonthsValues) {
  const MessageTexts = values.HUB_PLATFORM_TEXTS_MONTHS
  const Messages = values.HUB_PLATFORM_MESSAGES_MONTHS
  if (Messages !== undefined && (MessageTexts ?? Infinity) > Messages)
    throw new SettingsError(
      'The setting HUB_PLATFORM_TEXTS_MONTHS is missing, or longer than HUB_PLATFORM_MESSAGES_MONTHS.',
    )
  return { MessageTexts, Messages, AuditTrail: values.HUB_PLATFORM_TRAIL_MONTHS }
}
