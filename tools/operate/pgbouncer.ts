import { deepStrictEqual, match, strictEqual } from 'node:assert'
import type pg from 'pg'
import { api } from '#contract'
import { people } from '#tests/hub.ts'
import { startServer } from '#tests/processes/server.ts'
import { run } from '#tools/run.mjs'
import { check, type Score } from '#tools/testing/checks.mjs'
import { call, serveCrowd, signIn, signOut } from './calls.ts'
import { asSuperuser, type DebianPostgres, startDebianPostgres } from './debian-postgres.ts'
import { killedMigrating, requireNoLock, until } from './killed.ts'
import { type Mode, withPooler } from './pooler.ts'
import { callWitness, hearWitness, shareWith, spoilDefaults } from './witness.ts'

const secret = 'what an installation behind a pooler seals with'
const nextSecret = `${secret}, and another time another`
const connections = 10

/** Hub behind Debian's pgbouncer: in session mode and, with a direct way beside it, in transaction mode all of it works; else it is refused. */
export async function pgbouncer(): Promise<Score[]> {
  const postgres = await startDebianPostgres()
  try {
    return [
      ...(await inSessionMode(postgres)),
      await inSmallPool(postgres, 'session', { HUB_SECRET: nextSecret }),
      ...(await inTransactionMode(postgres)),
      await inSmallPool(postgres, 'transaction', {
        HUB_SECRET: nextSecret,
        DATABASE_DIRECT_URL: postgres.urlOf('hub', 'pooled'),
      }),
      ...(await inOtherModes(postgres)),
    ]
  } finally {
    await postgres.stop()
  }
}

async function inSessionMode(postgres: DebianPostgres): Promise<Score[]> {
  await postgres.makeDatabase('hub')
  await asSuperuser(postgres.superuserUrl, spoilDefaults)
  const killed = [
    await killedMigrating(postgres, usual),
    // One that gives a connection to the next caller as the last one left it.
    await killedMigrating(postgres, usual, { server_reset_query: '' }),
  ]
  // Two processes of 25 connections each, and commands.
  const served = await withPooler(
    postgres,
    'session',
    { default_pool_size: 60, max_client_conn: 200 },
    (urlOf) =>
      asSuperuser(postgres.urlOf('postgres', 'hub'), (superuser) =>
        proveServing('session', { ...usual, DATABASE_URL: urlOf('hub') }, superuser),
      ),
  )
  return [...killed, ...served]
}

/** Fewer connections than one process may take, given out in turns, and somebody else who leaves them spoilt. */
async function inTransactionMode(postgres: DebianPostgres): Promise<Score[]> {
  const DATABASE_DIRECT_URL = await postgres.makeDatabase('pooled')
  const more = { default_pool_size: 6, min_pool_size: 6, server_round_robin: 1, max_client_conn: 200 }
  return withPooler(postgres, 'transaction', more, (urlOf) =>
    asSuperuser(postgres.urlOf('postgres', 'pooled'), async (superuser) => {
      const settings = { ...usual, DATABASE_URL: urlOf('pooled'), DATABASE_DIRECT_URL }
      const stopSharing = await shareWith(settings.DATABASE_URL)
      try {
        return await proveServing('transaction', settings, superuser)
      } finally {
        await stopSharing()
      }
    }),
  )
}

const usual = {
  HUB_SECRET: secret,
  HUB_DATABASE_CONNECTIONS: String(connections),
  HUB_BUSY_AFTER_MS: '60000',
}

const inBetween: Readonly<Record<'session' | 'transaction', { application: string; words: RegExp }>> = {
  session: { application: 'hub', words: /^ok {7}A pooler in session mode is between/m },
  transaction: {
    application: 'hub-shared',
    words: /^ok {7}Calls go by a pooler that may be in transaction/m,
  },
}

/** Two processes serve a crowd behind a pooler, and nothing is as another left it. */
async function proveServing(
  mode: 'session' | 'transaction',
  settings: Record<string, string>,
  superuser: pg.Client,
): Promise<Score[]> {
  const scores: Score[] = []
  const prove = async (claim: string, work: () => Promise<void>) =>
    void scores.push(await check(`${mode} mode: ${claim}`, work))
  const servers: Awaited<ReturnType<typeof startServer>>[] = []
  const start = async () => void servers.push(await startServer(settings))
  try {
    await prove('Hub starts, migrates and makes the demo', start)
    await prove('a second process starts beside it', start)
    await prove('no lock of the migrations is left', () => requireNoLock(superuser))
    const [one, two] = servers
    if (!one || !two) return scores
    await callWitness(superuser)
    await prove(`${2 * connections} callers of two clubs at once are served, each their own`, () =>
      serveCrowd(one.url, superuser, 2 * connections),
    )
    await prove('jobs are done', () => requireJobs(one.url, superuser))
    await prove('what changes in one process the other hears', () => requireHeard(one.url, two.url))
    await prove('connections have the role, time zone and time-outs of their own', () =>
      hearWitness(superuser, inBetween[mode].application),
    )
    await prove('hub doctor tells of it', () => requireWords(['doctor'], settings, inBetween[mode].words))
    await prove('hub ledger check proves the ledger', () =>
      requireWords(['ledger', 'check'], settings, /./, 0),
    )
  } finally {
    for (const server of servers) await server.stop()
  }
  await prove('what the pooler keeps open is nobody at work: hub rotate-secret goes through', async () => {
    const { rows } = await superuser.query(`select from pg_stat_activity where usename = 'hub'`)
    strictEqual(rows.length > 0, true, 'the pooler keeps no connection open')
    const next = { ...settings, HUB_SECRET_NEW: nextSecret }
    await requireWords(['rotate-secret'], next, /./, 0)
  })
  return scores
}

/** Of a pooler that has less to give than a process may take, who gets nothing is told to come back. */
function inSmallPool(
  postgres: DebianPostgres,
  mode: 'session' | 'transaction',
  settings: Record<string, string>,
): Promise<Score> {
  const more =
    mode === 'session' ? { default_pool_size: 12 } : { default_pool_size: 1, query_wait_timeout: 5 }
  return check(`${mode} mode: of a pool that is too small everybody is served, or told to come back`, () =>
    withPooler(postgres, mode, more, async (urlOf) => {
      const database = mode === 'session' ? 'hub' : 'pooled'
      const server = await startServer({ ...usual, ...settings, DATABASE_URL: urlOf(database) })
      try {
        const accounts = [people.admin, people.reception]
        const sessions: Awaited<ReturnType<typeof signIn>>[] = []
        for (const email of accounts) sessions.push(await signIn(server.url, email))
        const crowd = Array.from({ length: 20 }, () => sessions).flat()
        const params = { businessId: 'harbourside' }
        const answers = await Promise.all(
          crowd.map((session) => call(server.url, api.listMembers, session, { params })),
        )
        const statuses = new Set(answers.map(({ status }) => status))
        statuses.delete(503)
        deepStrictEqual([...statuses], [200])
      } finally {
        await server.stop()
      }
    }),
  )
}

async function requireJobs(url: string, superuser: pg.Client): Promise<void> {
  const kept = async () => {
    const { rows } = await superuser.query<{ count: number }>(
      `select count(*)::int as count from outbox_message where recipient = $1 and state = 'Kept'`,
      [people.finance],
    )
    return rows[0]!.count
  }
  const before = await kept()
  await call(url, api.requestReset, null, { body: { email: people.finance } })
  await until('the message of a reset is done with', async () => (await kept()) > before)
}

/** Who signs out at one process is refused at the other, long before that would have looked again by itself. */
async function requireHeard(here: string, there: string): Promise<void> {
  const session = await signIn(here, people.reception)
  const statusThere = async () =>
    (await call(there, api.listMembers, session, { params: { businessId: 'harbourside' } })).status
  strictEqual(await statusThere(), 200)
  await signOut(here, session)
  await until('the other process refuses the session', async () => (await statusThere()) === 401, 10_000)
}

async function requireWords(
  words: readonly string[],
  settings: Record<string, string>,
  expected: RegExp,
  expectedCode?: number,
): Promise<void> {
  const { code, output } = await run(process.execPath, ['server/command/main.ts', ...words], {
    env: { PATH: process.env.PATH, ...settings },
  })
  match(output, expected)
  if (expectedCode !== undefined) strictEqual(code, expectedCode, output)
}

const shared = /The pooler at DATABASE_URL is in transaction or statement mode, .* set pool_mode=session /

const refusals: readonly { mode: Mode; more: Record<string, number>; sentence: RegExp }[] = [
  { mode: 'transaction', more: {}, sentence: shared },
  { mode: 'transaction', more: { server_round_robin: 1, min_pool_size: 3 }, sentence: shared },
  { mode: 'transaction', more: { default_pool_size: 1 }, sentence: shared },
  { mode: 'statement', more: {}, sentence: shared },
  {
    mode: 'session',
    more: { default_pool_size: 1 },
    sentence: /gave Hub no two connections within 15 seconds/,
  },
]

async function inOtherModes(postgres: DebianPostgres): Promise<Score[]> {
  await postgres.makeDatabase('untouched')
  const scores: Score[] = []
  for (const { mode, more, sentence } of refusals)
    scores.push(
      await check(
        [`${mode} mode`, ...Object.entries(more).flat(), 'is refused with a sentence'].join(' '),
        () => withPooler(postgres, mode, more, (urlOf) => requireRefused(urlOf('untouched'), sentence)),
      ),
    )
  scores.push(
    await check('what was refused has touched nothing', () =>
      asSuperuser(postgres.urlOf('postgres', 'untouched'), async (superuser) => {
        const { rows } = await superuser.query(`select to_regclass('public.migration') as found`)
        deepStrictEqual(rows, [{ found: null }])
      }),
    ),
  )
  const direct = postgres.urlOf('hub', 'untouched')
  const beside = (mode: Mode, database: string, sentence: RegExp) =>
    withPooler(postgres, mode, {}, (urlOf) => requireRefused(urlOf(database), sentence, direct))
  scores.push(
    await check('statement mode is refused beside a direct way, too', () =>
      beside('statement', 'untouched', /is in statement mode, which tears transactions apart/),
    ),
    await check('a pooler that leads to another database than the direct way is refused', () =>
      beside('transaction', 'hub', /lead to two databases/),
    ),
  )
  return scores
}

async function requireRefused(DATABASE_URL: string, sentence: RegExp, direct = ''): Promise<void> {
  const settings = { DATABASE_URL, DATABASE_DIRECT_URL: direct, HUB_SECRET: secret }
  const started = await startServer(settings).then(
    async (server) => {
      await server.stop()
      return 'it started'
    },
    (error: Error) => error.message,
  )
  match(started, /ended with 1: Hub \S+\n.+$/)
  match(started, sentence)
  await requireWords(['doctor'], settings, new RegExp(`^wrong {4}.*${sentence.source}`, 'm'), 1)
  await requireWords(['backup', '--to', '/dev/null/nowhere'], settings, sentence, 1)
}
