import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '#platform/settings'
import { lastBackups } from '#server/backup/nightly'
import { asOperator, callerPath, sentenceOf } from '#server/command/frame'
import { hasOwnShape } from './database.ts'
import { type Finding, ok, warning, wrong } from './finding.ts'
import { findBackupRoom } from './room.ts'

const hour = 60 * 60 * 1000
// One a night, and some time for it.
const oldest = 26 * hour

/** How it is with backups: in the folder that was named, and with those that Hub takes by itself. */
export async function findBackups(
  settings: Settings,
  folder: string | undefined,
  found: readonly Finding[],
): Promise<Finding[]> {
  const named = folder === undefined ? [] : [findInFolder(callerPath(folder))]
  if (settings.backups) return [...named, ...(await findNightly(settings, settings.backups.folder, found))]
  if (named.length > 0) return named
  return [
    warning(
      'Backups were not looked at: --backups <folder> says where they are. With HUB_BACKUP_DIR Hub takes one each night.',
    ),
  ]
}

/** How old the newest backup of a folder is. Whether it can be restored `hub verify backup` tells. */
function findInFolder(folder: string): Finding {
  const files = readdirSync(folder).filter((name) => name.endsWith('.tar.zst'))
  if (files.length === 0)
    return wrong(`There is no backup in ${folder}: hub backup --to ${folder} makes one.`)
  const newest = Math.max(...files.map((name) => statSync(join(folder, name)).mtimeMs))
  return findAge(`The newest backup in ${folder} is`, Date.now() - newest)
}

function findAge(what: string, age: number): Finding {
  const sentence = `${what} ${Math.floor(age / hour)} hours old`
  return age > oldest ? warning(`${sentence}: see why there is none of last night.`) : ok(`${sentence}.`)
}

/** Whether Hub can write where it is told to, and how the last ones went, as the database knows. */
async function findNightly(
  settings: Settings,
  folder: string,
  found: readonly Finding[],
): Promise<Finding[]> {
  const place = findPlace(folder)
  const roomFor = async (lastBytes?: number) =>
    place.state === 'ok' ? [await findBackupRoom(folder, lastBytes)] : []
  if (!found.includes(hasOwnShape)) return [place, ...(await roomFor())]
  try {
    const { good, failure } = await asOperator(settings, lastBackups)
    const last = good
      ? findAge('The last backup that Hub took by itself is', good.ageSeconds * 1000)
      : warning('Hub has taken no backup by itself yet: the first is due within a day of the start.')
    return [
      place,
      ...(await roomFor(good?.bytes)),
      last,
      ...(failure ? [wrong(`The last backup failed (${failure.takenAt}). ${failure.reason}`)] : []),
    ]
  } catch (error) {
    return [
      place,
      ...(await roomFor()),
      wrong(`How the last backups went can't be told. ${sentenceOf(error)}`),
    ]
  }
}

function findPlace(folder: string): Finding {
  try {
    if (!statSync(folder).isDirectory()) return wrong(`HUB_BACKUP_DIR is ${folder}, which is no folder.`)
    accessSync(folder, constants.W_OK | constants.X_OK)
    return ok(`Backups go to ${folder}.`)
  } catch (error) {
    return wrong(`HUB_BACKUP_DIR can't be used, and no backup is taken. ${sentenceOf(error)}`)
  }
}
