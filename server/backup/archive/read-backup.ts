import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createZstdDecompress } from 'node:zlib'
import { BackupTrouble } from './backup-trouble.ts'
import { plainName } from './catalogue.ts'
import { Manifest, manifestName, Seal, sealName, secretName, tableOfPart } from './manifest.ts'
import { isSecretOf, sealOf } from './secret-check.ts'
import { DamagedArchive, type Entry, readTar } from './tar.ts'

/** What a file that is whole says of itself. */
export type Backup = {
  readonly file: string
  readonly manifest: Manifest
  /** The secret of the installation, where it was put in. */
  readonly secret: string | null
}

type Tally = { readonly sum: Hash; bytes: number }

/**
 * Reads a backup from its beginning to its end, handing every part of a table to `take`; throws unless each of them, and
 * all of them together, are what was written.
 */
export async function readBackup(
  file: string,
  take: (table: string, content: Buffer) => Promise<void> | void = () => undefined,
): Promise<Backup & { readonly seal: string; readonly manifestBytes: Buffer }> {
  const tallies = new Map<string, Tally>()
  const others = new Map<string, Buffer>()
  for await (const { name, content } of entriesOf(file)) {
    const table = tableOfPart(name)
    if (others.has(manifestName) ? name !== sealName || others.has(sealName) : name === sealName)
      throw damaged(file, 'its parts are in no order of ours')
    if (!table && (others.has(name) || ![manifestName, sealName, secretName].includes(name)))
      throw damaged(file, `${name} is no part of one`)
    if (!table) {
      others.set(name, content)
      continue
    }
    const tally = tallies.get(table) ?? { sum: createHash('sha256'), bytes: 0 }
    tallies.set(table, tally)
    tally.sum.update(content)
    tally.bytes += content.length
    await take(table, content)
  }
  return proven(file, tallies, others)
}

async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const source = createReadStream(file)
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

const damaged = (file: string, reason: string) =>
  new BackupTrouble(`${file} is no backup of Hub, or is damaged (${reason}): nothing was done with it.`)

/** Holds what was read against what was written. */
function proven(file: string, tallies: ReadonlyMap<string, Tally>, others: ReadonlyMap<string, Buffer>) {
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
  const rest = new Map(tallies)
  for (const table of manifest.tables) {
    const tally = rest.get(plainName(table))
    rest.delete(plainName(table))
    const sha256 = (tally?.sum ?? createHash('sha256')).digest('hex')
    if (sha256 !== table.sha256 || (tally?.bytes ?? 0) !== table.bytes)
      throw damaged(file, `the table ${plainName(table)} is not as it was written`)
  }
  const [stray] = rest.keys()
  if (stray) throw damaged(file, `the table ${stray} is in no manifest`)
  const secret = others.get(secretName)?.toString('utf8') ?? null
  if ((secret !== null) !== manifest.secret.isIncluded || (secret && !isSecretOf(manifest.secret, secret)))
    throw damaged(file, 'its secret is not the one it was made with')
  return { file, manifest, secret, seal: seal.seal, manifestBytes }
}

function jsonOf(content: Buffer | undefined): unknown {
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
