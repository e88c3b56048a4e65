import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { wayTo, whyNoWay } from '#platform/database'
import { markOfDatabase, type Standing, standingOfReplica } from '#platform/replicas'
import type { Settings } from '#platform/settings'
import { type Finding, ok, warning, wrong } from './finding.ts'

// So long it is waited until a replica has what the database had when it was asked.
const patienceMs = 5_000
const lookMs = 100
const answerMs = 10_000

/** How each replica is: there, a standby of the database, and how far behind. */
export function findReplicas(
  databaseUrl: string,
  { urls, longestLagMs }: Settings['replicas'],
): Promise<Finding[]> {
  return Promise.all(urls.map((url) => findReplica(url, databaseUrl, longestLagMs / 1000)))
}

async function findReplica(url: string, databaseUrl: string, longestLag: number): Promise<Finding> {
  const name = `The replica ${new URL(url).host}`
  try {
    const sentence = whyNoWay(await wayTo(url), 'DATABASE_REPLICA_URL')
    if (sentence) return wrong(sentence)
    return await connected(databaseUrl, (database) =>
      connected(url, (replica) => compare({ name, database, replica, longestLag })),
    )
  } catch (error) {
    const first = error instanceof AggregateError ? (error.errors[0] as Error) : (error as Error)
    return wrong(
      `${name} can't be used (${first.message}): start it, let Hub in there, or take it out of DATABASE_REPLICA_URL. Reports are read elsewhere meanwhile.`,
    )
  }
}

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'hub-doctor',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

type Compared = {
  readonly name: string
  readonly database: pg.Client
  readonly replica: pg.Client
  readonly longestLag: number
}

async function compare({ name, database, replica, longestLag }: Compared): Promise<Finding> {
  const { place, server } = await markOfDatabase(database)
  const asked = performance.now()
  for (;;) {
    const standing = await standingOfReplica(replica, server)
    if (standing.kind !== 'standby') return findOther(name, standing)
    const seconds = (performance.now() - asked) / 1000
    if (standing.place >= place)
      return ok(`${name} follows, ${seconds.toFixed(1)} seconds behind at the most.`)
    if (seconds * 1000 > patienceMs) return findBehind(name, place - standing.place, replica, longestLag)
    await pause(lookMs)
  }
}

function findOther(name: string, { kind }: Standing): Finding {
  if (kind === 'apart')
    return wrong(
      `${name} takes writes of its own: it was promoted, and isn't read. Make it a standby again (pg_rewind, or a new copy), or take it out of DATABASE_REPLICA_URL.`,
    )
  if (kind === 'itself')
    return warning(
      `${name} is the database itself, and takes no work off it: name a standby in DATABASE_REPLICA_URL.`,
    )
  return ok(
    `${name} is no standby of this database, and can't tell how far it has come: who has just written doesn't read there.`,
  )
}

async function findBehind(
  name: string,
  bytes: bigint,
  replica: pg.Client,
  longestLag: number,
): Promise<Finding> {
  const { rows } = await replica.query<{ isPaused: boolean }>(
    'select pg_is_wal_replay_paused() as "isPaused"',
  )
  const toDo = rows[0]!.isPaused
    ? 'somebody has paused it: select pg_wal_replay_resume() there'
    : 'look at its disk, its way to the database, and long queries there'
  const megabytes = Math.ceil(Number(bytes) / 2 ** 20)
  return warning(
    `${name} is ${megabytes} MB of the log behind, and has not caught up within ${patienceMs / 1000} seconds: ${toDo}. It isn't read while it is more than ${longestLag} seconds behind.`,
  )
}
