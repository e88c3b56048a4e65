import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { membersApi } from '#contract/members/members.ts'
import type { Figure } from './figure.ts'
import { medians, requestsPerSecond } from './load.ts'
import { memberExport } from './member-export.ts'
import { countStatement, listStatements } from './member-statements.ts'

const big = 'harbourside'
const small = 'valley-golf'

type Server = { url: string; token: string }

/** What finding members costs beyond the statements themselves, and beyond a business of 10,000. */
export async function members(databaseUrl: string): Promise<Figure[]> {
  const server = fork(fileURLToPath(new URL('members-server.ts', import.meta.url)), [databaseUrl])
  const [at] = (await once(server, 'message')) as [Server]
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    options: `-c role=hub_app -c timezone=UTC -c app.business_id=${big}`,
  })
  try {
    return [
      ...(await pages(at, pool)),
      ...(await searches(at, pool)),
      await count(at, pool),
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

async function pages(at: Server, pool: pg.Pool): Promise<Figure[]> {
  const next = await nextPage(at)
  return [
    await compare(at, pool, { what: 'First page of members', wanted: 0.45, query: {} }),
    await compare(at, pool, { what: 'Next page of members', wanted: 0.45, query: next }),
    await compare(at, pool, {
      what: 'Member by exact number',
      wanted: 0.35,
      query: { membershipNumber: '523456', limit: '1' },
    }),
  ]
}

const terms = {
  rare: '523456@example.com',
  middling: 'zoe nakamura',
  'common, in one place': 'nguyen',
  'common, everywhere': 'thomas',
}

async function searches(at: Server, pool: pg.Pool): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [kind, q] of Object.entries(terms))
    figures.push(await compare(at, pool, { what: `Search, ${kind}`, wanted: 0.85, query: { q } }))
  return figures
}

async function count(at: Server, pool: pg.Pool): Promise<Figure> {
  const query = 'Financial=true&MemberLevel=Gold'
  const statement = await countStatement(big, query)
  const path = `${pathOf(membersApi.countEligibleMembers.path, big)}?memberFilterQuery=${encodeURIComponent(query)}`
  return ratio('Count of a filter', 0.85, [
    api(at, path, secondsPerSlowRound),
    raw(pool, statement, secondsPerSlowRound),
  ])
}

/** The same call of a business with a hundredth of the members. */
async function growth(at: Server, pool: pg.Pool): Promise<Figure[]> {
  // Both businesses have this member, once: what is found more often in the larger one may take longer.
  const { rows } = await pool.query<{ email: string }>(
    `select home_contact ->> 'EmailAddress' as email from member where membership_number = '12345'`,
  )
  const queries = {
    'First page': {},
    'Exact number': { membershipNumber: '12345', limit: '1' },
    'Rare search': { q: rows[0]!.email },
  }
  const figures: Figure[] = []
  for (const [what, query] of Object.entries(queries))
    figures.push(
      await ratio(`${what}: 1,000,000 members / 10,000`, 1 / 1.5, [
        api(at, listPath(big, query)),
        api(at, listPath(small, query)),
      ]),
    )
  return figures
}

type Comparison = { what: string; wanted: number; query: Record<string, string> }

/** The call against the raw driver with the same statement; of a search with the best of those that find the page. */
async function compare(at: Server, pool: pg.Pool, { what, wanted, query }: Comparison): Promise<Figure> {
  const statements = await listStatements(big, query)
  const found = await Promise.all(
    statements.map(async ({ text, values }) => (await pool.query(text, values)).rows.length),
  )
  const whole = statements.filter((_, i) => found[i] === Math.max(...found))
  return ratio(what, wanted, [
    api(at, listPath(big, query)),
    ...whole.map((statement) => raw(pool, statement)),
  ])
}

type Measure = () => Promise<number>
type Statement = { text: string; values: unknown[] }

async function ratio(what: string, wanted: number, measures: [Measure, ...Measure[]]): Promise<Figure> {
  const [own, ...others] = await medians(measures)
  const detail = `${own!.toFixed(0)} and ${others.map((rate) => rate.toFixed(0)).join(' or ')} a second`
  return { what, measured: own! / Math.max(...others), wanted, detail }
}

const secondsPerRound = 2
// Ten at once of what takes half a second alone.
const secondsPerSlowRound = 8

function api({ url, token }: Server, path: string, seconds = secondsPerRound): Measure {
  const target = { url: url + path, headers: { authorization: `Bearer ${token}` } }
  return () => requestsPerSecond(target, seconds)
}

/** Statements per second of ten connections that do nothing else. */
function raw(pool: pg.Pool, { text, values }: Statement, seconds = secondsPerRound): Measure {
  return async () => {
    const began = performance.now()
    let done = 0
    const work = async () => {
      for (; performance.now() - began < seconds * 1000; done++) await pool.query(text, values)
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

async function nextPage({ url, token }: Server): Promise<Record<string, string>> {
  const answer = await fetch(url + listPath(big, {}), { headers: { authorization: `Bearer ${token}` } })
  const page = membersApi.listMembers.output.parse(await answer.json())
  return Object.fromEntries(new URL(page._links.next!.href).searchParams)
}
