import { join } from 'node:path'
import pg from 'pg'
import { programOf } from './packages.ts'
import { end, freePort, launch, openFolder, untilDone, untilSaid } from './process.ts'

/** Where Debian has the programs of PostgreSQL 15. */
export const programs = '/usr/lib/postgresql/15/bin'
export const password = 'a password for a while'

const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'shared_buffers=256MB',
  // It is gone in a moment.
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
].flatMap((setting) => ['-c', setting])

export type DebianPostgres = Awaited<ReturnType<typeof startDebianPostgres>>

/** Debian's PostgreSQL 15 in a folder of its own, with nothing in it but its superuser. */
export async function startDebianPostgres() {
  const folder = openFolder()
  const data = join(folder.path, 'data')
  await initialise(data, folder.write('password', password))
  const server = await serve(data, await freePort(), settings)
  return {
    ...server,
    password,
    stop: async () => {
      await server.stop()
      folder.remove()
    },
  }
}

/** Serves a cluster at a port, under options of the program's own. */
export async function serve(data: string, port: number, options: readonly string[]) {
  const postgres = await programOf(`${programs}/postgres`, 'postgresql-15')
  const server = launch(postgres, ['-D', data, '-p', String(port), ...options])
  await untilSaid(server, /database system is ready to accept connections/)
  const urlOf = (role: string, database: string) =>
    `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
  return {
    port,
    urlOf,
    superuserUrl: urlOf('postgres', 'postgres'),
    makeDatabase: (name: string) => makeDatabase(urlOf, name),
    stop: () => end(server, 'SIGINT'),
  }
}

/** Makes an empty cluster. */
export async function initialise(data: string, passwordFile: string, superuser = 'postgres'): Promise<void> {
  await programOf(`${programs}/initdb`, 'postgresql-15')
  const words = [
    `--pgdata=${data}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]
  await untilDone(launch(`${programs}/initdb`, words))
}

/** Makes a database and its owner as docs/operating.md says, by way of a superuser; the owner is nobody special. */
export async function makeDatabase(
  urlOf: (role: string, database: string) => string,
  name: string,
): Promise<string> {
  await asSuperuser(urlOf('postgres', 'postgres'), async (client) => {
    const { rowCount } = await client.query(`select from pg_roles where rolname = 'hub'`)
    if (!rowCount) {
      await client.query(`create role hub login password '${password}' nosuperuser nobypassrls`)
      await client.query('create role hub_app nologin')
      await client.query('grant hub_app to hub')
    }
    await client.query(`create database ${name} owner hub encoding 'UTF8' template template0`)
  })
  return urlOf('hub', name)
}

/** Works on one connection to a database, as its superuser. */
export async function asSuperuser<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
