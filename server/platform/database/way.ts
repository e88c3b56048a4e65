import { randomInt } from 'node:crypto'
import pg from 'pg'
import { UnreadableFile } from '#platform/driver'
import { MigrationError } from './migrate.ts'

/**
 * What is between us and PostgreSQL: nothing; a pooler that leaves a connection to whoever opened it (session mode); one that
 * gives it to others between two transactions or statements; or one that has none left for us.
 */
export type Way = 'direct' | 'session' | 'shared' | 'exhausted'

// Which of its connections a pooler takes is its own affair: so often both are asked before we believe that they stay.
const rounds = 3
const patienceMs = 15_000
// What takes a connection and says nothing, such as a machine that hangs or a proxy with nobody behind it, isn't there.
const answerMs = 10_000

/** Finds out by two connections, each of which asks who answers it: in session mode that is the same to the end, and no other's. */
export async function wayTo(url: string): Promise<Way> {
  const one = clientOf(url)
  const other = clientOf(url)
  try {
    await one.connect()
    const answering = await pidOf(one)
    // A pooler gives out process numbers of its own.
    if (answering === (one as unknown as { processID: number }).processID) return 'direct'
    await other.connect()
    const beside = await pidOf(other)
    for (let round = 0; round < rounds; round++) {
      const now = [await pidOf(one), await pidOf(one), await pidOf(other), await pidOf(other)]
      if (now.join() !== [answering, answering, beside, beside].join() || answering === beside)
        return 'shared'
    }
    return 'session'
  } catch (error) {
    if ((error as Error).message === 'Query read timeout') return 'exhausted'
    throw error
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

function clientOf(url: string): pg.Client {
  try {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'hub-way',
      connectionTimeoutMillis: answerMs,
      query_timeout: patienceMs,
    })
    client.on('error', () => undefined)
    return client
  } catch (error) {
    // The address says where its certificates lie, and they are read with it.
    if ((error as NodeJS.ErrnoException).syscall) throw new UnreadableFile(error as NodeJS.ErrnoException)
    throw error
  }
}

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid
}

/** How the settings lead to the database: to it alone, or also by a pooler that gives connections to others between transactions. */
type Ways = { readonly databaseUrl: string; readonly pooledUrl?: string | undefined }

/** Refuses ways on which Hub can't work. */
export async function requireWays({ databaseUrl, pooledUrl }: Ways): Promise<void> {
  await requireSteady(databaseUrl, pooledUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
  if (pooledUrl) await requirePooled(pooledUrl, databaseUrl)
}

/** Refuses a pooler that tears transactions apart, or leads to another database than the direct way does. */
async function requirePooled(pooledUrl: string, directUrl: string): Promise<void> {
  const sentence = await whyNotPooled(pooledUrl, directUrl)
  if (sentence) throw new MigrationError(sentence)
}

/** What has to be done before calls can go by the pooler; nothing if they can. A lock that is taken on one way is met on the other. */
export async function whyNotPooled(pooledUrl: string, directUrl: string): Promise<string | null> {
  const direct = clientOf(directUrl)
  const pooled = clientOf(pooledUrl)
  const key = randomInt(2 ** 47)
  try {
    await direct.connect()
    await direct.query('select pg_advisory_lock($1)', [key])
    await pooled.connect()
    await pooled.query('begin')
    const { rows } = await pooled.query<{ isFree: boolean }>(
      'select pg_try_advisory_xact_lock($1) as "isFree"',
      [key],
    )
    await pooled.query('commit')
    return rows[0]!.isFree
      ? 'DATABASE_URL and DATABASE_DIRECT_URL lead to two databases: both have to name the same one.'
      : null
  } catch (error) {
    const { message } = error as Error
    if (/transaction blocks not allowed/.test(message))
      return 'The pooler at DATABASE_URL is in statement mode, which tears transactions apart: set pool_mode=transaction for this database there.'
    if (message === 'Query read timeout') return whyNoWay('exhausted')
    throw error
  } finally {
    // The lock goes with its connection; one that a pooler in session mode keeps is given back first.
    await direct.query('select pg_advisory_unlock($1)', [key]).catch(() => undefined)
    await Promise.all([direct.end(), pooled.end()])
  }
}

/** Refuses a way on which a connection is somebody else's a moment later: with its role, its time zone and its locks. */
async function requireSteady(url: string, setting: string): Promise<void> {
  const sentence = whyNoWay(await wayTo(url), setting)
  if (sentence) throw new MigrationError(sentence)
}

/** The same of a replica, which may as well be away, or let nobody in: whoever reads there tells of it, and reads elsewhere. */
export async function requireSteadyReplica(url: string): Promise<void> {
  await requireSteady(url, 'DATABASE_REPLICA_URL').catch((error: unknown) => {
    if (error instanceof MigrationError) throw error
  })
}

const besides: Readonly<Record<string, string>> = {
  DATABASE_URL: '; with pool_mode=transaction, name PostgreSQL itself by DATABASE_DIRECT_URL beside it',
}

/** What has to be done before Hub can work there; nothing if it can. */
export function whyNoWay(way: Way, setting = 'DATABASE_URL'): string | null {
  if (way === 'shared')
    return `The pooler at ${setting} is in transaction or statement mode, and Hub needs its connections to stay its own: set pool_mode=session for this database there, or point ${setting} at PostgreSQL itself${besides[setting] ?? ''}.`
  if (way === 'exhausted')
    return `What answers at ${setting} gave Hub no two connections within ${patienceMs / 1000} seconds: give the pooler there more (pool_size), or point ${setting} at PostgreSQL itself.`
  return null
}
