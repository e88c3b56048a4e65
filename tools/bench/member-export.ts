import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type pg from 'pg'
import type { Figure } from './figure.ts'
import { medians } from './load.ts'

type Export = { url: string; headers: Record<string, string>; server: ChildProcess; pool: pg.Pool }

const rounds = 3

/** The export of all members: how fast, how soon, and in how much memory. */
export async function memberExport({ url, headers, server, pool }: Export): Promise<Figure[]> {
  const seen: Seen[] = []
  const [own, copy] = await medians(
    [
      async () => {
        const one = await fetchAll(url, headers, server)
        seen.push(one)
        return one.lines / one.seconds
      },
      () => copyAll(pool),
    ],
    rounds,
  )
  const firstByteMs = Math.max(...seen.map((each) => each.firstByteMs))
  const early = Math.max(...seen.map((each) => each.earlyMemory))
  const most = Math.max(...seen.map((each) => each.mostMemory))
  return [
    {
      what: 'Export of all members / COPY of the same columns',
      measured: own! / copy!,
      wanted: 0.5,
      detail: `${own!.toFixed(0)} and ${copy!.toFixed(0)} rows a second`,
    },
    {
      what: '200 ms / first byte of the export',
      measured: 200 / firstByteMs,
      wanted: 1,
      detail: `${firstByteMs.toFixed(0)} ms at the worst`,
    },
    {
      what: 'Memory after a tenth of the export / the most of it',
      measured: early / most,
      wanted: 0.8,
      detail: `${megabytes(early)} and ${megabytes(most)}`,
    },
  ]
}

type Seen = {
  lines: number
  seconds: number
  firstByteMs: number
  earlyMemory: number
  mostMemory: number
}

/** Reads an export to its end, and looks at the server's memory now and then. */
export async function fetchAll(
  url: string,
  headers: Record<string, string>,
  server: ChildProcess,
): Promise<Seen> {
  const began = performance.now()
  const answer = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } })
  const memory: number[] = []
  let firstByteMs = 0
  let lines = 0
  let chunks = 0
  for await (const chunk of answer.body!) {
    firstByteMs ||= performance.now() - began
    for (const byte of chunk as Uint8Array) if (byte === newline) lines++
    if (chunks++ % everySoManyChunks === 0) memory.push(await memoryOf(server))
  }
  const early = memory.slice(0, Math.ceil(memory.length / 10))
  return {
    lines,
    seconds: (performance.now() - began) / 1000,
    firstByteMs,
    earlyMemory: Math.max(...early),
    mostMemory: Math.max(...memory),
  }
}

const newline = 10
const everySoManyChunks = 100

async function memoryOf(server: ChildProcess): Promise<number> {
  server.send('memory')
  const [bytes] = (await once(server, 'message')) as [number]
  return bytes
}

// What the export asks for, as PostgreSQL writes it by itself. Nothing is done with the lines: pg lets them go.
const copy = `
  copy (
    select m.membership_number, m.badge_number, m.card_number, m.title, m.first_name, m.preferred_name, m.middle_name,
      m.last_name, m.birth_date, m.gender, m.status, level.value, type.value, v.display_name, m.date_joined,
      m.date_renewed, m.date_financial, m.points_balance, contact ->> 'EmailAddress', contact ->> 'MobileNumber',
      contact ->> 'PhoneNumber', address ->> 'AddressLine1', address ->> 'AddressLine2', address ->> 'Suburb',
      address ->> 'State', address ->> 'PostCode', address ->> 'Country'
    from member m
    join venue v using (business_id, venue_no)
    left join option_list_item level
      on level.business_id = m.business_id and level.list = 'MemberLevel' and level.key = m.member_level
    left join option_list_item type
      on type.business_id = m.business_id and type.list = 'MembershipType' and type.key = m.membership_type
    cross join lateral (select
      case m.default_contact when 'Home' then m.home_contact when 'Work' then m.work_contact else m.postal_contact end,
      case m.default_address when 'Home' then m.home_address when 'Work' then m.work_address else m.postal_address end
    ) chosen (contact, address)
    where m.business_id = current_business() and m.deleted_at is null
    order by m.sort_name, m.member_id
  ) to stdout (format csv, header)`

async function copyAll(pool: pg.Pool): Promise<number> {
  const began = performance.now()
  const { rowCount } = await pool.query(copy)
  return ((rowCount ?? 0) * 1000) / (performance.now() - began)
}

/** Bytes as '12 MB'. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}
