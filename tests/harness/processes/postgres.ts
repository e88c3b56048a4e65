import { rmSync } from 'node:fs'
import { migrate } from '#platform/database'
import { startEmbeddedPostgres } from '#platform/postgres'
import { seedDemo } from '#server/demo'
import { testSettings } from '#tests/database.ts'
import { fastFolder } from '#tests/processes/fast-folder.ts'

const quiet = () => undefined

/**
 * Starts the one PostgreSQL of a test run, its database migrated and filled with demo data, ready to be cloned; or takes
 * the empty database of another version that TEST_DATABASE_URL names.
 */
export default async function startTestPostgres() {
  const folder = fastFolder()
  // Vitest's and Playwright's workers alike are started after this and inherit what is set here.
  process.env.TMPDIR = folder
  const given = process.env.TEST_DATABASE_URL
  const postgres = given
    ? { url: given, stop: async () => undefined }
    : await startEmbeddedPostgres({ folder, log: quiet, durable: false })
  await migrate(postgres.url, quiet)
  await seedDemo(postgres.url, quiet, testSettings(postgres.url).database.driver)
  process.env.TEST_DATABASE_URL = postgres.url

  return async function stopTestPostgres() {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
