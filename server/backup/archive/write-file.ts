import { createWriteStream, existsSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { BackupTrouble } from './backup-trouble.ts'

/** Writes a compressed file that is there whole or not at all, whatever ends us; for its owner alone. */
export async function writeWhole(
  file: string,
  content: AsyncIterable<Buffer>,
  seal: (compressed: AsyncIterable<Buffer>) => AsyncIterable<Buffer> = (compressed) => compressed,
): Promise<void> {
  if (existsSync(file)) throw new BackupTrouble(`${file} is there already: name another.`)
  const part = `${file}.part`
  const tidy = () => rmSync(part, { force: true })
  process.once('exit', tidy)
  try {
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
    await pipeline(content, compress, seal, createWriteStream(part, { mode: 0o600, flush: true }))
    await rename(part, file)
    await syncFolder(dirname(file))
  } catch (error) {
    tidy()
    throw error
  } finally {
    process.off('exit', tidy)
  }
}

/** Only then the new name outlives a loss of power. Some systems have no such thing for folders. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
