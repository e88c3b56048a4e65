import { BackupTrouble } from '#server/backup/archive'

const folderSentences: Readonly<Record<string, string>> = {
  ENOENT: "isn't there: make it, or set HUB_BACKUP_DIR to another",
  ENOTDIR: 'is no folder: set HUB_BACKUP_DIR to one',
  EACCES:
    "can't be written by the user that Hub runs as: change its rights, or set HUB_BACKUP_DIR to another",
  EPERM: "can't be written by the user that Hub runs as: change its rights, or set HUB_BACKUP_DIR to another",
  EROFS: 'is on a disk that is read-only: make it writable, or set HUB_BACKUP_DIR to another',
  ENOSPC: 'is on a disk that is full: make room there, or keep fewer (HUB_BACKUP_KEEP_DAYS)',
  EDQUOT: 'is on a disk that is full: make room there, or keep fewer (HUB_BACKUP_KEEP_DAYS)',
  EIO: 'is on a disk that fails: replace it, or set HUB_BACKUP_DIR to another',
}

/** Why no backup came into the folder, and what to do about it. */
export function whyNone(error: unknown, folder: string): string {
  if (error instanceof BackupTrouble) return error.message
  const { code = '', message } = error as NodeJS.ErrnoException
  const said = folderSentences[code]
  if (said) return `The folder ${folder} ${said}.`
  return `No backup was taken, and it is tried again: ${message.split('\n')[0]}`
}
