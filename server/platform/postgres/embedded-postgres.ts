import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { totalmem } from 'node:os'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { SettingsError } from '#platform/settings'
import { database, openCluster, urlOf } from './postgres-folder.ts'
import { endLeftover, ownerMark } from './postgres-leftover.ts'
import { findPostgres, findRunner, type Programs } from './postgres-program.ts'

// So long it rests between two starts that fail, and so long it may take to end in order.
const restMs = 1_000
const longestEndMs = 8_000

// For a machine with 2 cores that serves Hub beside it.
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  `shared_buffers=${bufferMegabytes()}MB`,
  'effective_cache_size=1GB',
  'work_mem=16MB',
  'maintenance_work_mem=128MB',
  'max_wal_size=2GB',
  'random_page_cost=1.1',
  'jit=off',
  'timezone=UTC',
  // A statement that fails is the application's to log.
  'log_min_messages=log',
  'log_checkpoints=off',
  ownerMark,
]
const forgetfulSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  // Small databases come and go there, and with each of them all buffers are gone through.
  'shared_buffers=256MB',
  // Where they are in memory, so is this.
  'max_wal_size=512MB',
]

/** An eighth of the memory there is. Beyond a gigabyte the indexes of a million members fit in, and more helps little. */
function bufferMegabytes(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.round(Math.min(Math.max(memory / 8 / 2 ** 20, 128), 1024))
}

type Options = {
  folder: string
  log: (line: string) => void
  /** False for tests, whose data may go with the machine's power. */
  durable?: boolean
  /** Others than those that Hub brings: of a version that it brought before. */
  programs?: Programs
}

/** Runs a PostgreSQL of our own in the folder, made at first use; it ends at stop() or with this process. */
export async function startEmbeddedPostgres({
  folder,
  log,
  durable = true,
  programs = findPostgres(),
}: Options) {
  const runner = findRunner()
  const { data, user, password } = await openCluster({ folder, programs, runner, durable, log })
  await endLeftover(data)

  const port = await freePort()
  const [command = '', ...args] = [...runner.prefix, programs.postgres, ...argumentsOf(data, port, durable)]
  // A session of its own: Ctrl-C is meant for us, and we stop the database after its last query.
  const launch = () =>
    spawn(command, args, { ...runner.user, detached: true, stdio: ['ignore', 'ignore', 'pipe'] })

  let stopping = false
  let server = launch()
  await untilReady(server, log)
  const startAgain = async () => {
    for (;;) {
      if (stopping) return
      log('PostgreSQL ended unexpectedly and is started again.')
      server = launch()
      const isUp = await untilReady(server, log).then(
        () => server.exitCode === null && server.signalCode === null,
        () => false,
      )
      if (isUp) return void server.once('exit', () => void startAgain())
      await pause(restMs)
    }
  }
  server.once('exit', () => void startAgain())

  await ensureDatabase(urlOf({ user, password }, port, 'postgres'))
  return {
    url: urlOf({ user, password }, port),
    /** Ends PostgreSQL and resolves when it has. */
    async stop() {
      stopping = true
      if (server.exitCode !== null || server.signalCode !== null) return
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      // What doesn't end in order ends without: the next start recovers.
      const patience = setTimeout(() => server.kill('SIGQUIT'), longestEndMs)
      await ended.finally(() => clearTimeout(patience))
    },
  }
}

function argumentsOf(data: string, port: number, durable: boolean): string[] {
  const options = [...settings, ...(durable ? [] : forgetfulSettings)].flatMap((setting) => ['-c', setting])
  return ['-D', data, '-p', String(port), ...options]
}

/** Resolves when the server takes connections; an end before that is a SettingsError with its own words. */
function untilReady(server: ChildProcess, log: (line: string) => void) {
  return new Promise<void>((resolve, reject) => {
    let lastWords = 'it gave no reason'
    createInterface({ input: server.stderr! }).on('line', (line) => {
      if (line.includes('database system is ready to accept connections')) resolve()
      if (!/ (LOG|HINT|DETAIL): /.test(line)) lastWords = line.replace(/^.* (FATAL|PANIC): +/, '')
      // A FATAL error after the start ends one connection; a PANIC ends them all.
      if (line.includes(' PANIC: ')) log(`PostgreSQL: ${lastWords}`)
    })
    server.once('error', reject)
    server.once('close', () => reject(new SettingsError(`PostgreSQL couldn't start: ${lastWords}.`)))
  })
}

async function freePort() {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  listener.close()
  await once(listener, 'close')
  return port
}

async function ensureDatabase(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (!rowCount) await client.query(`create database ${database}`)
  } finally {
    await client.end()
  }
}
