import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { membersApi } from '#contract/members/members.ts'
import type { DriverName } from '#platform/database'
import type { Figure } from './figure.ts'
import { awardOf, posting, type Server } from './ledger.ts'
import { ratesInTurn, medians } from './load.ts'
import { fetchAll } from './member-export.ts'

const business = 'harbourside'
const exports = 3

/** What the fast driver gains: the whole server with it, against the same with the plain one. */
export async function driver(databaseUrl: string): Promise<Figure[]> {
  const members = await someMembers(databaseUrl)
  const servers = [await start(databaseUrl, 'fast'), await start(databaseUrl, 'plain')]
  try {
    return [
      figure('Read of one member', 'a second', await reads(servers, members[0]!)),
      figure('Award', 'a second', await awards(servers, members)),
      figure('Export of all members', 'rows a second', await wholeExports(servers)),
    ]
  } finally {
    for (const { process } of servers) process.disconnect()
  }
}

type Started = Server & { process: ChildProcess }

async function start(databaseUrl: string, name: DriverName): Promise<Started> {
  const process = fork(fileURLToPath(new URL('servers/members-server.ts', import.meta.url)), [
    databaseUrl,
    name,
  ])
  const [at] = (await once(process, 'message')) as [Server]
  return { ...at, process }
}

async function someMembers(databaseUrl: string): Promise<string[]> {
  const owner = new pg.Client(databaseUrl)
  await owner.connect()
  const { rows } = await owner.query<{ id: string }>(
    `select member_id as id from member where business_id = $1 and venue_no = '1' order by member_id limit 1000`,
    [business],
  )
  await owner.end()
  return rows.map(({ id }) => id)
}

const headersOf = ({ token }: Server) => ({ authorization: `Bearer ${token}` })

function reads(servers: readonly Started[], memberId: string): Promise<number[]> {
  const path = membersApi.getMember.path.replace('{businessId}', business).replace('{memberId}', memberId)
  return ratesInTurn(servers.map((server) => ({ url: server.url + path, headers: headersOf(server) })))
}

function awards(servers: readonly Started[], members: readonly string[]): Promise<number[]> {
  let turn = 0
  const next = () => awardOf(members[turn++ % members.length]!)
  return medians(servers.map((server) => posting(server, next)))
}

function wholeExports(servers: readonly Started[]): Promise<number[]> {
  const path = membersApi.exportMembers.path.replace('{businessId}', business)
  const measures = servers.map((server) => async () => {
    const { lines, seconds } = await fetchAll(server.url + path, headersOf(server), server.process)
    return lines / seconds
  })
  return medians(measures, exports)
}

function figure(what: string, unit: string, [fast, plain]: number[]): Figure {
  return {
    what: `${what}, fast driver / plain driver`,
    measured: fast! / plain!,
    wanted: 1,
    detail: `${fast!.toFixed(0)} and ${plain!.toFixed(0)} ${unit}`,
  }
}
