import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#platform/postgres'

/** Works on an empty database of a PostgreSQL of its own, which is gone afterwards: it needs no rights anywhere. */
export async function withScratchDatabase<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'hub-verify-'))
  const tidy = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', tidy)
  try {
    const postgres = await startEmbeddedPostgres({ folder, log: () => undefined, durable: false })
    try {
      return await work(postgres.url)
    } finally {
      await postgres.stop()
    }
  } finally {
    tidy()
    process.off('exit', tidy)
  }
}
