import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { BackupTrouble } from './backup-trouble.ts'
import { Manifest, manifestName, Seal, sealName, secretName, tableOfPart } from './manifest.ts'
import { isSecretOf, sealOf } from './secret-check.ts'
import { tallying } from './tally.ts'
import { DamagedArchive, type Entry, readTar } from './tar.ts'

/** What a file that is whole says of itself. */
export type Backup = {
  readonly file: string
  readonly manifest: Manifest
  /** The secret of the installation, where it was put in. */
  readonly secret: string | null
}

/**
 * Reads a backup from its beginning to its end, handing every part of a table to `take`; throws unless each of them, and
 * all of them together, are what was written.
 */
export async function readBackup(
  file: string,
  take: (table: string, content: Buffer) => Promise<void> | void = () => undefined,
): Promise<Backup & { readonly seal: string; readonly manifestBytes: Buffer }> {
  const tallies = tallying()
  const others = new Map<string, Buffer>()
  for await (const { name, content } of entriesOfArchive(file, createReadStream(file))) {
    const table = tableOfPart(name)
    if (others.has(manifestName) ? name !== sealName || others.has(sealName) : name === sealName)
      throw damaged(file, 'its parts are in no order of ours')
    if (!table && (others.has(name) || ![manifestName, sealName, secretName].includes(name)))
      throw damaged(file, `${name} is no part of one`)
    if (!table) {
      others.set(name, content)
      continue
    }
    tallies.add(table, content)
    await take(table, content)
  }
  return proven(file, tallies, others)
}

/** The entries of a compressed archive; what isn't one is a BackupTrouble. */
export async function* entriesOfArchive(file: string, source: Readable): AsyncGenerator<Entry> {
  const decompressed = createZstdDecompress()
  source.on('error', (error) => decompressed.destroy(error))
  try {
    yield* readTar(source.pipe(decompressed))
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (error instanceof DamagedArchive || /^(Z_|ZSTD_|ERR_)/.test(code))
      throw damaged(file, (error as Error).message)
    throw error
  } finally {
    source.destroy()
    decompressed.destroy()
  }
}

export const damaged = (file: string, reason: string) =>
  new BackupTrouble(`${file} is no backup of Hub, or is damaged (${reason}): nothing was done with it.`)

/** Holds what was read against what was written. */
function proven(file: string, tallies: ReturnType<typeof tallying>, others: ReadonlyMap<string, Buffer>) {
  const manifestBytes = others.get(manifestName)
  const seal = Seal.safeParse(jsonOf(others.get(sealName))).data
  if (!manifestBytes || !seal) throw damaged(file, 'its end is missing')
  if (createHash('sha256').update(manifestBytes).digest('hex') !== seal.manifest)
    throw damaged(file, 'its manifest was changed')
  const written = jsonOf(manifestBytes) as { format?: unknown } | undefined
  const manifest = Manifest.safeParse(written).data
  if (!manifest)
    throw new BackupTrouble(
      `${file} is a backup of the format ${String(written?.format)}, which this version can't read: use the version of Hub that made it, or a newer one.`,
    )
  const wrong = tallies.firstWrong(manifest.tables)
  if (wrong) throw damaged(file, wrong)
  const secret = others.get(secretName)?.toString('utf8') ?? null
  if ((secret !== null) !== manifest.secret.isIncluded || (secret && !isSecretOf(manifest.secret, secret)))
    throw damaged(file, 'its secret is not the one it was made with')
  return { file, manifest, secret, seal: seal.seal, manifestBytes }
}

export function jsonOf(content: Buffer | undefined): unknown {
  try {
    return content && JSON.parse(content.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Whether the file was made with this secret. One that says so and isn't sealed by it was made up, and is refused. */
export function isOfSecret(
  { file, manifest, seal, manifestBytes }: Awaited<ReturnType<typeof readBackup>>,
  secret: string,
): boolean {
  if (!isSecretOf(manifest.secret, secret)) return false
  if (sealOf(secret, manifestBytes) !== seal) throw damaged(file, 'its seal is not ours')
  return true
}
