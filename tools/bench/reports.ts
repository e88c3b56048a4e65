import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { disbursementApi } from '#contract/cards/disbursement.ts'
import { membersApi } from '#contract/members/members.ts'
import { reportsApi } from '#contract/reports/reports.ts'
import type { Figure } from './figure.ts'
import { medians, requestsPerSecond } from './load.ts'
import { fetchAll, megabytes } from './member-export.ts'
import { growReports } from './report-rows.ts'

const big = 'harbourside'
const small = 'valley-golf'

type Server = { url: string; token: string }
type Bench = { at: Server; server: ChildProcess; pool: pg.Pool }

/** Reports of as many rows as the big business has members, against COPY and against a business of 10,000. */
export async function reports(databaseUrl: string): Promise<Figure[]> {
  const owner = new pg.Client(databaseUrl)
  await owner.connect()
  for (const business of [big, small]) await growReports(owner, business)
  await owner.query('analyze card, request_session, pass, ledger_transaction, ledger_entry')
  await owner.end()
  const server = fork(fileURLToPath(new URL('servers/members-server.ts', import.meta.url)), [databaseUrl])
  const [at] = (await once(server, 'message')) as [Server]
  const options = `-c role=hub_app -c timezone=UTC -c app.business_id=${big}`
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, options })
  try {
    const bench = { at, server, pool }
    return [...(await download(bench)), ...(await firstPages(at)), await besideAnExport(bench)]
  } finally {
    await pool.end()
    server.disconnect()
  }
}

const pathOf = (path: string, businessId: string) =>
  path.replace('{businessId}', businessId).replace('{format}', 'csv')
const headersOf = ({ token }: Server) => ({ authorization: `Bearer ${token}` })

// The report's columns, as PostgreSQL writes them by itself. Nothing is done with the lines: pg lets them go.
const copy = `
  copy (
    select c.email_address, c.first_name, c.last_name, c.mobile_number, m.membership_number,
      coalesce(type.value, m.membership_type), coalesce(level.value, m.member_level), c.external_account_id,
      p.program_type, c.created_at, c.issued_by_name, c.initial_cents * 0.01
    from card c
    join card_program p on p.business_id = c.business_id and p.card_program_id = c.card_program_id
    left join member m on m.business_id = c.business_id and m.member_id = c.member_id
    left join option_list_item level
      on level.business_id = m.business_id and level.list = 'MemberLevel' and level.key = m.member_level
    left join option_list_item type
      on type.business_id = m.business_id and type.list = 'MembershipType' and type.key = m.membership_type
    where c.business_id = current_business()
    order by c.created_at desc, c.card_id desc
  ) to stdout (format csv, header)`

async function download({ at, server, pool }: Bench): Promise<Figure[]> {
  const url = at.url + pathOf(reportsApi.exportCardsByMember.path, big)
  let grown = 0
  const [own, copied] = await medians(
    [
      async () => {
        server.send('memory')
        const [before] = (await once(server, 'message')) as [number]
        const seen = await fetchAll(url, headersOf(at), server)
        grown = Math.max(grown, seen.mostMemory - before)
        return seen.lines / seen.seconds
      },
      async () => {
        const began = performance.now()
        const { rowCount } = await pool.query(copy)
        return ((rowCount ?? 0) * 1000) / (performance.now() - began)
      },
    ],
    3,
  )
  return [
    {
      what: 'CSV of cards by member / COPY of the same columns',
      measured: own! / copied!,
      wanted: 0.5,
      detail: `${own!.toFixed(0)} and ${copied!.toFixed(0)} rows a second`,
    },
    {
      what: '100 MB / what the memory grows by meanwhile',
      measured: 100e6 / Math.max(grown, 1e6),
      wanted: 1,
      detail: megabytes(grown),
    },
  ]
}

const lists = {
  'cards by member': reportsApi.listCardsByMember,
  'disbursement transactions': disbursementApi.listDisbursementTransactions,
  'membership applications': reportsApi.listMembershipApplications,
  'renewal applications': reportsApi.listRenewalApplications,
  'passes by member': reportsApi.listPassesByMember,
}

async function firstPages(at: Server): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [what, row] of Object.entries(lists)) {
    const rate = (business: string) => () =>
      requestsPerSecond({ url: at.url + pathOf(row.path, business), headers: headersOf(at) }, 2)
    const [large, little] = await medians([rate(big), rate(small)], 3)
    figures.push({
      what: `First page of ${what}: all rows / 10,000`,
      measured: large! / little!,
      wanted: 0.5,
      detail: `${large!.toFixed(0)} and ${little!.toFixed(0)} a second`,
    })
  }
  return figures
}

/** Other calls while an export runs, on the cores that it leaves them. */
async function besideAnExport({ at, server }: Bench): Promise<Figure> {
  const target = { url: at.url + pathOf(membersApi.listMembers.path, small), headers: headersOf(at) }
  const alone = () => requestsPerSecond(target, 3)
  const beside = async () => {
    const { signal, abort } = stopper()
    const exporting = (async () => {
      while (!signal.aborted)
        await fetchAll(at.url + pathOf(reportsApi.exportCardsByMember.path, big), headersOf(at), server)
    })()
    const rate = await requestsPerSecond(target, 3)
    abort()
    await exporting
    return rate
  }
  const [free, busy] = await medians([alone, beside], 3)
  const cores = availableParallelism()
  return {
    what: 'Calls beside an export, on the cores left / calls alone',
    measured: (busy! / free!) * (cores / Math.max(cores - 1, 1)),
    wanted: 0.85,
    detail: `${busy!.toFixed(0)} and ${free!.toFixed(0)} a second on ${cores} cores`,
  }
}

function stopper() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
