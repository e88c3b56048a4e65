import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { findPostgres, findRunner } from '#platform/postgres'

const leftOut = /\/postmaster\.(pid|opts)$/

/** A standby of the embedded PostgreSQL in the folder, which follows it until it is stopped. */
export async function startStandby(folder: string, url: string, name: string) {
  const data = join(folder, name)
  const primary = new URL(url)
  await copied(url, join(folder, 'data'), data)
  writeFileSync(join(data, 'standby.signal'), '')
  const runner = findRunner()
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'timezone=UTC',
    'fsync=off',
    `primary_conninfo=host=127.0.0.1 port=${primary.port} user=${primary.username} password=${primary.password}`,
  ].flatMap((setting) => ['-c', setting])
  const [command, ...args] = [...runner.prefix, findPostgres().postgres, '-D', data, '-p', String(port)]
  const launch = async () => {
    const server = spawn(command, [...args, ...settings], {
      ...runner.user,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const lines: string[] = []
    for await (const line of createInterface({ input: server.stderr })) {
      lines.push(line)
      if (!line.includes('ready to accept read-only connections')) continue
      // Its later words are nobody's, and must not fill the pipe.
      server.stderr.resume()
      return server
    }
    throw new Error(`The standby ended: ${lines.join(' ')}`)
  }
  let server = await launch()
  const stop = async () => {
    const ended = once(server, 'exit')
    server.kill('SIGINT')
    await ended
  }
  primary.port = String(port)
  return {
    url: primary.href,
    stop,
    startAgain: async () => void (server = await launch()),
    close: async () => {
      if (server.exitCode === null) await stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** The files of a cluster that goes on working, as they are to be begun from. */
async function copied(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    cpSync(from, to, { recursive: true, filter: (path) => !leftOut.test(path) })
    const { rows } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(false)',
    )
    writeFileSync(join(to, 'backup_label'), rows[0]!.label)
  } finally {
    await client.end()
  }
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  listener.close()
  await once(listener, 'close')
  return port
}
