import { requireWays } from '#platform/database'
import { hasCluster, joinEmbeddedPostgres, startEmbeddedPostgres } from '#platform/postgres'
import type { Settings } from '#platform/settings'
import { CommandTrouble } from './command.ts'

type Options = {
  /** Whether an embedded database that isn't there yet is made. */
  readonly mayMake?: boolean
  /** Whether it only looks, at a database that may be reached by a way on which nobody can work. */
  readonly onlyLooks?: boolean
}

/**
 * Works on the database that `npm start` would use, as its owner. The embedded one is joined where a server runs it, and
 * started for as long as the work takes where none does.
 */
export async function withDatabase<Result>(
  settings: Pick<Settings, 'databaseUrl' | 'pooledUrl' | 'dataFolder'>,
  work: (databaseUrl: string) => Promise<Result>,
  { mayMake = false, onlyLooks = false }: Options = {},
): Promise<Result> {
  const { databaseUrl, pooledUrl } = settings
  if (databaseUrl) {
    if (!onlyLooks) await requireWays({ databaseUrl, pooledUrl })
    return work(databaseUrl)
  }
  const folder = `${settings.dataFolder}/postgres`
  if (!mayMake && !hasCluster(folder))
    throw new CommandTrouble(
      `There is no database in ${settings.dataFolder}: npm start makes one. HUB_DATA_DIR names another folder, DATABASE_URL a PostgreSQL of your own.`,
    )
  const running = joinEmbeddedPostgres(folder)
  if (running) return work(running)
  const embedded = await startEmbeddedPostgres({ folder, log: () => undefined })
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}
