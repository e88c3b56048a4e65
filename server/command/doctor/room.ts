import { existsSync, type StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Settings } from '#platform/settings'
import { sentenceOf } from '#server/command/frame'
import { type Finding, ok, warning, wrong } from './finding.ts'

const megabyte = 2 ** 20
const gigabyte = 2 ** 30

/** Whether there is room where the data folder is. */
export async function findRoom({ dataFolder, databaseUrl }: Settings): Promise<Finding> {
  const folder = existsSync(dataFolder) ? dataFolder : dirname(dataFolder)
  return roomIn(folder, await statfs(folder), databaseUrl)
}

type Disk = Pick<StatsFs, 'bavail' | 'blocks' | 'bsize'>

/** What is to be said of the room on a disk. */
export function roomIn(
  folder: string,
  { bavail, blocks, bsize }: Disk,
  databaseUrl: string | undefined,
): Finding {
  const [free, all] = [bavail * bsize, blocks * bsize]
  const sentence = `${Math.floor(free / gigabyte)} GB of ${Math.floor(all / gigabyte)} are free at ${folder}`
  const holds = databaseUrl ? '' : ', where the database is'
  if (free < gigabyte / 4) return wrong(`${sentence}${holds}: make room at once.`)
  return free < gigabyte || free < all / 20
    ? warning(`${sentence}${holds}: make room.`)
    : ok(`${sentence}${holds}.`)
}

/** Whether the next backup has room where backups go; of what size the last was, if there was one. */
export async function findBackupRoom(folder: string, lastBytes: number | undefined): Promise<Finding> {
  try {
    return backupRoomIn(folder, await statfs(folder), lastBytes)
  } catch (error) {
    return wrong(`How much room is at ${folder} can't be told. ${sentenceOf(error)}`)
  }
}

/** What is to be said of the room on a disk for backups. */
export function backupRoomIn(
  folder: string,
  disk: Pick<Disk, 'bavail' | 'bsize'>,
  lastBytes: number | undefined,
): Finding {
  const free = disk.bavail * disk.bsize
  const took = lastBytes === undefined ? '' : `, and the last backup took ${sizeOf(lastBytes)}`
  const sentence = `${sizeOf(free)} are free at ${folder}${took}`
  const toDo =
    'make room there, keep fewer (HUB_BACKUP_KEEP_DAYS, HUB_BACKUP_KEEP_WEEKS) or name another HUB_BACKUP_DIR'
  // The former ones go only once the next is whole.
  if (free < (lastBytes ?? gigabyte / 4)) return wrong(`${sentence}: the next may not fit. Now ${toDo}.`)
  return free < Math.max(gigabyte, 3 * (lastBytes ?? 0))
    ? warning(`${sentence}: soon one may not fit. In time ${toDo}.`)
    : ok(`${sentence}.`)
}

const sizeOf = (bytes: number) =>
  bytes < 10 * gigabyte ? `${Math.ceil(bytes / megabyte)} MB` : `${Math.floor(bytes / gigabyte)} GB`
