import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { membersApi } from '#contract/members/members.ts'
import type { Figure } from './figure.ts'
import { ratio, requestsPerSecond } from './load.ts'
import { memberExport } from './member-export.ts'
import { memberLimits } from './member-limits.ts'
import { type BareName, bareStatements } from './members-bare.ts'

const big = 'harbourside'
const small = 'valley-golf'

/** The server, signed in to, and the bare routes beside it. */
export type Server = { url: string; token: string; bare: string }

/** What finding members costs beyond the leanest way to the same answer, and beyond a business of 10,000. */
export async function members(databaseUrl: string): Promise<Figure[]> {
  const server = fork(fileURLToPath(new URL('servers/members-server.ts', import.meta.url)), [databaseUrl])
  const [at] = (await once(server, 'message')) as [Server]
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    options: `-c role=hub_app -c timezone=UTC -c app.business_id=${big}`,
  })
  try {
    return [
      ...(await reads(at)),
      ...(await searches(at, databaseUrl)),
      ...(await memberLimits(at, big)),
      ...(await growth(at, pool)),
      ...(await memberExport({
        url: at.url + pathOf(membersApi.exportMembers.path, big),
        headers: { authorization: `Bearer ${at.token}` },
        server,
        pool,
      })),
    ]
  } finally {
    await pool.end()
    server.disconnect()
  }
}

const number = '523456'

/** Against bare Fastify routes in the same process, with the leanest prepared statements that answer the same. */
async function reads(at: Server): Promise<Figure[]> {
  const found = await ask(at, { membershipNumber: number })
  const next = await ask(at, {})
  const nextQuery = Object.fromEntries(new URL(next._links.next!.href).searchParams)
  const last = next.Results.at(-1)!
  const lastName = `${last.LastName} ${last.FirstName}`.toLowerCase()
  const { id } = found.Results[0]!
  const figures: Figure[] = []
  const beside = async (what: string, path: string, name: BareName, ...values: string[]) =>
    figures.push(await ratio(`${what} / bare Fastify route`, 0.8, [api(at, path), route(at, name, values)]))
  await beside('One member', pathOf(membersApi.getMember.path, big).replace('{memberId}', id), 'member', id)
  await beside(
    'Member by exact number',
    listPath(big, { membershipNumber: number, limit: '1' }),
    'byNumber',
    number,
    String(Number(number) + 1),
  )
  await beside('First page of members', listPath(big, {}), 'firstPage')
  await beside('Next page of members', listPath(big, nextQuery), 'nextPage', lastName, last.id)
  return figures
}

const terms = {
  rare: '523456@example.com',
  middling: 'zoe nakamura',
  'common, in one place': 'nguyen',
  'common, everywhere': 'thomas',
}

/** Against the raw driver with the plain statement, prepared, by whichever plan PostgreSQL takes: it needs no server. */
async function searches(at: Server, databaseUrl: string): Promise<Figure[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  const figures: Figure[] = []
  for (const [kind, q] of Object.entries(terms)) {
    const patterns = q.split(' ').map((word) => `%${word}%`)
    figures.push(
      await ratio(`Search, ${kind} / the plain statement by the raw driver`, 0.8, [
        api(at, listPath(big, { q })),
        raw(pool, {
          ...bareStatements[patterns.length > 1 ? 'searchOfTwo' : 'search'],
          values: [big, ...patterns],
        }),
      ]),
    )
  }
  await pool.end()
  return figures
}

/** The same call of a business with a hundredth of the members. */
async function growth(at: Server, pool: pg.Pool): Promise<Figure[]> {
  // Both businesses have this member, once: what is found more often in the larger one may take longer.
  const { rows } = await pool.query<{ email: string }>(
    `select home_contact ->> 'EmailAddress' as email from member where membership_number = '12345'`,
  )
  const both = (query: Record<string, string>) => [query, query] as const
  const queries = {
    'First page': both({}),
    'Exact number': both({ membershipNumber: '12345', limit: '1' }),
    'Rare search': both({ q: rows[0]!.email }),
    'Search of two letters without hits': both({ q: 'zz' }),
    'Filter that ten meet': [await filterOfTen(pool, big), await filterOfTen(pool, small)],
  } as const
  const figures: Figure[] = []
  for (const [what, [ofBig, ofSmall]] of Object.entries(queries))
    figures.push(
      await ratio(`${what}: 1,000,000 members / 10,000`, 1 / 1.5, [
        api(at, listPath(big, ofBig)),
        api(at, listPath(small, ofSmall)),
      ]),
    )
  return figures
}

/** A filter that as many meet in a business of any size: those who have more points than the eleventh. */
async function filterOfTen(pool: pg.Pool, businessId: string): Promise<Record<string, string>> {
  const client = await pool.connect()
  await client.query('begin')
  await client.query(`select set_config('app.business_id', $1, true)`, [businessId])
  const { rows } = await client.query<{ points: string }>(
    `select trunc(points_balance) as points from member where business_id = $1 and deleted_at is null
     order by points_balance desc offset 10 limit 1`,
    [businessId],
  )
  await client.query('commit')
  client.release()
  return { filter: `PointsBalanceGreaterThan=${rows[0]!.points}` }
}

type Measure = () => Promise<number>
type Statement = { name: string; text: string; values: unknown[] }

const secondsPerRound = 2

function api({ url, token }: Server, path: string): Measure {
  const target = { url: url + path, headers: { authorization: `Bearer ${token}` } }
  return () => requestsPerSecond(target, secondsPerRound)
}

function route({ bare }: Server, name: BareName, values: readonly string[]): Measure {
  const query = new URLSearchParams({ values: JSON.stringify(values) })
  return () => requestsPerSecond({ url: `${bare}/${name}?${query.toString()}`, headers: {} }, secondsPerRound)
}

/** Statements per second of ten connections that do nothing else. */
function raw(pool: pg.Pool, statement: Statement): Measure {
  return async () => {
    const began = performance.now()
    let done = 0
    const work = async () => {
      for (; performance.now() - began < secondsPerRound * 1000; done++) await pool.query(statement)
    }
    await Promise.all(Array.from({ length: 10 }, work))
    return (done * 1000) / (performance.now() - began)
  }
}

function pathOf(path: string, businessId: string): string {
  return path.replace('{businessId}', businessId)
}

function listPath(businessId: string, query: Record<string, string>): string {
  return `${pathOf(membersApi.listMembers.path, businessId)}?${new URLSearchParams(query).toString()}`
}

async function ask({ url, token }: Server, query: Record<string, string>) {
  const answer = await fetch(url + listPath(big, query), { headers: { authorization: `Bearer ${token}` } })
  return membersApi.listMembers.output.parse(await answer.json())
}
