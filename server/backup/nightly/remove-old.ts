import { rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Queries } from '#platform/database'
import { keptOf } from './kept.ts'
import { type Begun, begunBackups, forgetBackup } from './records.ts'

type Keeping = { readonly folder: string; readonly keepDays: number; readonly keepWeeks: number }

/**
 * Removes what is older than what is kept, once a good one lies there, and what was broken off before it. A file that
 * isn't as it was written then is somebody else's.
 */
export async function removeOld(db: Queries, keeping: Keeping): Promise<void> {
  const begun = await begunBackups(db)
  const here = begun.filter(({ file }) => dirname(file) === keeping.folder)
  const good = here.filter((each) => each.bytes !== null && sizeOf(each.file) === each.bytes)
  const [newest] = good
  if (!newest) return
  const kept = keptOf(good, keeping)
  for (const each of good) if (!kept.has(each)) await remove(db, each)
  for (const each of here) if (each.bytes === null && each.takenAt < newest.takenAt) await remove(db, each)
}

function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size
}

async function remove(db: Queries, { file }: Begun): Promise<void> {
  rmSync(file, { force: true })
  rmSync(`${file}.part`, { force: true })
  await forgetBackup(db, file)
}
