import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import {
  BackupTrouble,
  damaged,
  entriesOfArchive,
  jsonOf,
  tableOfPart,
  tallying,
} from '#server/backup/archive'
import { decrypted, type KeyMaker, keyMaker } from './cipher.ts'
import { MoveManifest } from './manifest.ts'

/** The file of a business, and what opens it. */
export type MoveFile = { readonly file: string; readonly passphrase: string }

// An import reads its file three times.
const keyMakers = new WeakMap<MoveFile, KeyMaker>()
function keyMakerOf(moved: MoveFile): KeyMaker {
  const known = keyMakers.get(moved) ?? keyMaker(moved.passphrase)
  keyMakers.set(moved, known)
  return known
}

/**
 * Reads the file of a business from its beginning to its end, handing every part of a table to `take`; throws unless all of
 * it is what was written.
 */
export async function readBusinessFile(
  moved: MoveFile,
  take: (table: string, content: Buffer) => Promise<void> | void = () => undefined,
): Promise<MoveManifest> {
  const { file } = moved
  const tallies = tallying()
  let last: Buffer | undefined
  const source = createReadStream(file)
  const content = Readable.from(decrypted(file, source, keyMakerOf(moved)), { objectMode: false })
  source.on('error', (error) => content.destroy(error))
  for await (const entry of entriesOfArchive(file, content)) {
    const table = tableOfPart(entry.name)
    if (last || (!table && entry.name !== 'manifest.json'))
      throw damaged(file, `${entry.name} is no part of one`)
    if (table) {
      tallies.add(table, entry.content)
      await take(table, entry.content)
    } else last = entry.content
  }
  return proven(file, tallies, last)
}

function proven(file: string, tallies: ReturnType<typeof tallying>, last: Buffer | undefined): MoveManifest {
  if (!last) throw damaged(file, 'its end is missing')
  const written = jsonOf(last) as { format?: unknown } | undefined
  const manifest = MoveManifest.safeParse(written).data
  if (!manifest)
    throw new BackupTrouble(
      `${file} is of the format ${String(written?.format)}, which this version can't read: use the version of Hub that made it.`,
    )
  const wrong = tallies.firstWrong(manifest.tables)
  if (wrong) throw damaged(file, wrong)
  return manifest
}
