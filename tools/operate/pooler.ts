import type { DebianPostgres } from './debian-postgres.ts'
import { programOf } from './packages.ts'
import { end, freePort, launch, openFolder, untilSaid } from './process.ts'

export type Mode = 'session' | 'transaction' | 'statement'

/** Debian's pgbouncer in front of a PostgreSQL, as its package sets it up but for what has to be said. */
export async function startPooler(
  postgres: DebianPostgres,
  mode: Mode,
  more: Readonly<Record<string, string | number>> = {},
) {
  const program = await programOf('/usr/sbin/pgbouncer', 'pgbouncer')
  const folder = openFolder()
  const port = await freePort()
  const users = folder.write('userlist.txt', `"hub" "${postgres.password}"\n`)
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    pool_mode: mode,
    ...more,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const file = folder.write(
    'pgbouncer.ini',
    `[databases]\n* = host=127.0.0.1 port=${postgres.port}\n[pgbouncer]\n${lines.join('\n')}\n`,
  )
  const pooler = launch(program, [file])
  await untilSaid(pooler, /process up: /)
  return {
    /** The way to a database of PostgreSQL's through the pooler, as its owner. */
    urlOf: (database: string) =>
      `postgres://hub:${encodeURIComponent(postgres.password)}@127.0.0.1:${port}/${database}`,
    stop: async () => {
      await end(pooler, 'SIGTERM')
      folder.remove()
    },
  }
}

/** Works while a pooler runs. */
export async function withPooler<Result>(
  postgres: DebianPostgres,
  mode: Mode,
  more: Readonly<Record<string, string | number>>,
  work: (urlOf: (database: string) => string) => Promise<Result>,
): Promise<Result> {
  const pooler = await startPooler(postgres, mode, more)
  try {
    return await work(pooler.urlOf)
  } finally {
    await pooler.stop()
  }
}
