import { join } from 'node:path'
import { loginOf, urlOf } from './postgres-folder.ts'
import { portOfRunning } from './postgres-leftover.ts'

/** Where the PostgreSQL of a running Hub is reached that has this folder; undefined if none has. */
export function joinEmbeddedPostgres(folder: string): string | undefined {
  const port = portOfRunning(join(folder, 'data'))
  return port ? urlOf(loginOf(folder), port) : undefined
}
