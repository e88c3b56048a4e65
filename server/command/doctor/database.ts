import pg from 'pg'
import { wrongClockMs } from '#contract/jobs/installation.ts'
import {
  appRole,
  recordedMigrations,
  restoreMark,
  wayTo,
  whyNoRole,
  whyNoWay,
  whyNotEncoded,
  whyNotPooled,
} from '#platform/database'
import type { Settings } from '#platform/settings'
import { sentenceOf, withDatabase } from '#server/command/frame'
import { type Finding, ok, warning, wrong } from './finding.ts'
import { findReplicas } from './replicas.ts'

const oldestVersion = 150_000

/** How the database is: reached, of which version, as whom, how far migrated, with what in between, and followed by whom. */
export async function findInDatabase(settings: Settings): Promise<Finding[]> {
  try {
    return await withDatabase(settings, (url) => lookAt(url, settings), { onlyLooks: true })
  } catch (error) {
    return [wrong(`The database can't be used. ${sentenceOf(error)}`)]
  }
}

async function lookAt(url: string, { pooledUrl, replicas }: Settings): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'hub-doctor',
    connectionTimeoutMillis: 10_000,
    query_timeout: 20_000,
  })
  client.on('error', () => undefined)
  const way = await findWay(url, pooledUrl)
  // A pooler that has no connection left for us would keep us waiting.
  if (way.state === 'wrong') return [way]
  await client.connect()
  try {
    return [
      await findVersion(client),
      way,
      await findClock(client),
      await findEncoding(client),
      ...(await findRole(client)),
      await findExtensions(client),
      await findMigrations(client),
      ...(await findReplicas(url, replicas)),
    ]
  } finally {
    await client.end()
  }
}

async function one<Row extends pg.QueryResultRow>(client: pg.Client, query: string, values: unknown[] = []) {
  return (await client.query<Row>(query, values)).rows[0]!
}

async function findVersion(client: pg.Client): Promise<Finding> {
  const { name, number } = await one<{ name: string; number: number }>(
    client,
    `select current_setting('server_version') as name, current_setting('server_version_num')::int as number`,
  )
  return number < oldestVersion
    ? wrong(`PostgreSQL is of version ${name}: Hub needs 15 or later.`)
    : ok(`PostgreSQL is of version ${name}.`)
}

/** What is between us and PostgreSQL. */
async function findWay(url: string, pooledUrl: string | undefined): Promise<Finding> {
  const way = await wayTo(url)
  const sentence =
    whyNoWay(way, pooledUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL') ??
    (pooledUrl ? await whyNotPooled(pooledUrl, url) : null)
  if (sentence) return wrong(sentence)
  if (pooledUrl)
    return ok(
      'Calls go by a pooler that may be in transaction mode; jobs, listening and commands go the direct way.',
    )
  return ok(
    way === 'direct'
      ? 'Nothing is between Hub and PostgreSQL.'
      : 'A pooler in session mode is between Hub and PostgreSQL.',
  )
}

const farOff = 30_000

async function findClock(client: pg.Client): Promise<Finding> {
  const asked = Date.now()
  const { at } = await one<{ at: string }>(
    client,
    'select (extract(epoch from clock_timestamp()) * 1000)::text as at',
  )
  const off = Math.abs(Number(at) - (asked + Date.now()) / 2)
  const sentence = `The clock of this machine and that of the database are ${(off / 1000).toFixed(1)} seconds apart`
  const toDo = 'let both follow a time server (chrony, systemd-timesyncd)'
  if (off > farOff) return wrong(`${sentence}: ${toDo}.`)
  return off > wrongClockMs ? warning(`${sentence}: ${toDo}.`) : ok(`${sentence}.`)
}

async function findEncoding(client: pg.Client): Promise<Finding> {
  const sentence = await whyNotEncoded(client)
  return sentence ? wrong(sentence) : ok('The database is encoded in UTF8.')
}

async function findRole(client: pg.Client): Promise<Finding[]> {
  const { role, isSuper, isEmbedded, isThere } = await one<{
    role: string
    isSuper: boolean
    isEmbedded: boolean
    isThere: boolean
  }>(
    client,
    `select current_user as role, rolsuper as "isSuper", current_setting('hub.owner', true) is not null as "isEmbedded",
       exists (select from pg_roles where rolname = $1) as "isThere"
     from pg_roles where rolname = current_user`,
    [appRole],
  )
  const owner =
    isSuper && !isEmbedded
      ? warning(`${role} is a superuser: an ordinary owner of the database is enough, and safer.`)
      : ok(`${role} is who the tables belong to.`)
  const sentence = await whyNoRole(client)
  if (sentence) return [owner, wrong(sentence)]
  return [owner, ok(`${role} may ${isThere ? 'work as' : 'create'} ${appRole}.`)]
}

const extensions = ['pg_trgm', 'unaccent', 'btree_gin']

async function findExtensions(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ name: string }>(
    'select name from pg_available_extensions where name = any($1)',
    [extensions],
  )
  const missing = extensions.filter((name) => !rows.some((row) => row.name === name))
  return missing.length > 0
    ? wrong(
        `PostgreSQL lacks ${missing.join(', ')}: install its contrib package (Debian: postgresql-contrib).`,
      )
    : ok(`PostgreSQL has the extensions ${extensions.join(', ')}.`)
}

export const hasOwnShape = ok("The database has this version's shape.")

async function findMigrations(client: pg.Client): Promise<Finding> {
  const { mark, table } = await one<{ mark: string | null; table: string | null }>(
    client,
    `select to_regclass($1) as mark, to_regclass('public.migration') as table`,
    [restoreMark],
  )
  if (mark) return wrong('A restore into this database was broken off: run hub restore again.')
  if (!table) return warning('The database is empty: the first start fills it, or hub restore.')
  const { rows } = await client.query<{ name: string }>('select name from public.migration')
  const applied = new Set(rows.map(({ name }) => name))
  const known = [...recordedMigrations().keys()]
  const newer = [...applied].find((name) => !known.includes(name))
  if (newer) return wrong(`The database is of a newer Hub (it has ${newer}): run that version.`)
  const missing = known.filter((name) => !applied.has(name)).length
  return missing > 0
    ? warning(`${missing} migrations of this version are not applied yet: hub migrate, or a start, does it.`)
    : hasOwnShape
}
