import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import sql from 'sql-template-tag'
import { attendanceApi } from '#contract/events/attendance.ts'
import { eventScansApi } from '#contract/events/event-scans.ts'
import { openDatabase } from '#platform/database'
import { growMembers, insertMembers } from '#server/demo/members'
import type { Figure } from './figure.ts'
import { medians, requestsPerSecond, type Target } from './load.ts'

const businessId = 'summit-bowls'
const eligible = 100_000
const watchers = 50
const secondsPerRound = 4

type Server = { full: string; bare: string; token: string }

/** What a door costs: its scans against a bare route, its list of members, and those who watch. */
export async function events(databaseUrl: string): Promise<Figure[]> {
  const eventId = await makeEvent(databaseUrl)
  await growMembers(databaseUrl, businessId, eligible, () => undefined)
  const server = fork(fileURLToPath(new URL('servers/events-server.ts', import.meta.url)), [databaseUrl])
  const [at] = (await once(server, 'message')) as [Server]
  try {
    const scans = scanTarget(at.full + pathOf(eventScansApi.recordScans.path, eventId), at.token)
    const bareAt = (path: string) => measure(scanTarget(at.bare + path, at.token))
    const [whole, same, bare] = await medians([measure(scans), bareAt('/same'), bareAt('/scans')])
    return [
      {
        what: `Scan, ${eligible.toLocaleString('en-AU')} eligible members / the same as one statement`,
        measured: whole! / same!,
        wanted: 0.5,
        detail: `${whole!.toFixed(0)} and ${same!.toFixed(0)} a second`,
      },
      {
        what: `Scan, ${eligible.toLocaleString('en-AU')} eligible members / bare read and insert`,
        measured: whole! / bare!,
        wanted: 0.5,
        detail: `${whole!.toFixed(0)} and ${bare!.toFixed(0)} a second; it judges nobody, and tells and keeps less`,
      },
      await watched(at, eventId, scans),
      ...(await snapshot(at, eventId)),
    ]
  } finally {
    server.disconnect()
  }
}

/** The same scans while nobody watches, and while many do. */
async function watched(at: Server, eventId: string, scans: Target): Promise<Figure> {
  const url = at.full + pathOf(attendanceApi.watchAttendance.path, eventId)
  const watchedScans = async () => {
    // What it costs to begin is no part of what it costs to watch.
    const watching = await Promise.all(Array.from({ length: watchers }, () => watch(url, at.token)))
    const rate = await requestsPerSecond(scans, secondsPerRound)
    for (const each of watching) each.destroy()
    return rate
  }
  const [busy, quiet] = await medians([watchedScans, measure(scans)])
  return {
    what: `Scans with ${watchers} watching / with none`,
    measured: busy! / quiet!,
    wanted: 0.9,
    detail: `${busy!.toFixed(0)} and ${quiet!.toFixed(0)} a second`,
  }
}

/** A watcher who has been told how things stand, and listens on. */
async function watch(url: string, token: string): Promise<http.ClientRequest> {
  const request = http.get(url, { headers: authorization(token) })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  await once(response, 'data')
  response.resume()
  return request
}

const largestSnapshot = 6_000_000
const longestLookupMs = 5

async function snapshot(at: Server, eventId: string): Promise<Figure[]> {
  const url = at.full + pathOf(eventScansApi.getDoorSnapshot.path, eventId)
  const text = await (await fetch(url, { headers: authorization(at.token) })).text()
  const { Guests } = eventScansApi.getDoorSnapshot.output.parse(JSON.parse(text))
  const bytes = brotliCompressSync(text, { params: { 1: 4 } }).length
  const places = new Map<string, number>()
  for (const [place, line] of (Guests ?? []).entries())
    for (const hash of line.split('\t').slice(2)) places.set(hash, place)
  const hashes = [...places.keys()].slice(0, 1000)
  const began = performance.now()
  for (const hash of hashes) if (!places.has(hash)) throw new Error('a guest was lost')
  const lookupMs = (performance.now() - began) / hashes.length
  return [
    {
      what: `Allowed size of the snapshot / its size`,
      measured: largestSnapshot / bytes,
      wanted: 1,
      detail: `${Guests?.length} members in ${(bytes / 1e6).toFixed(2)} MB`,
    },
    {
      what: 'Allowed time of a look-up in it / its time',
      measured: longestLookupMs / lookupMs,
      wanted: 1,
      detail: `${(lookupMs * 1000).toFixed(2)} µs`,
    },
  ]
}

function measure(target: Target): () => Promise<number> {
  return () => requestsPerSecond(target, secondsPerRound)
}

/** Scans of one member after the other. */
function scanTarget(url: string, token: string): Target {
  let next = 0
  return {
    url,
    headers: { ...authorization(token), 'content-type': 'application/json' },
    body: () =>
      JSON.stringify({
        ScanId: randomUUID(),
        Code: String(10_001 + (next++ % eligible)),
        ScannedAt: new Date().toISOString(),
        DeviceName: 'Bench',
      }),
  }
}

const authorization = (token: string) => ({ authorization: `Bearer ${token}` })

function pathOf(path: string, eventId: string): string {
  return path.replace('{businessId}', businessId).replace('{eventId}', eventId)
}

/** An event of today in a business that has members for it and nothing else. */
async function makeEvent(databaseUrl: string): Promise<string> {
  const database = openDatabase(databaseUrl, { connections: 1, patienceMs: 600_000 })
  try {
    return await database.transaction(businessId, async (tx) => {
      await tx.run(
        sql`insert into venue (business_id, venue_no, display_name) values (${businessId}, '1', 'Greens')`,
      )
      // The first of them: with it the business is one that can grow.
      await insertMembers(tx, 1)
      const { id } = await tx.one<{ id: string }>(sql`
        insert into event (business_id, name, location, start_date, end_date, check_in_start, check_in_end, time_zone,
          member_filter, status, published_at)
        values (${businessId}, 'Bench', 'Greens', current_date - 1, current_date + 2, '00:00', '23:59', 'UTC',
          'MembershipType=!Honorary&Gender=Male&Gender=Female&Gender=Other', 'Published', now())
        returning event_id as id`)
      return id
    })
  } finally {
    await database.close()
  }
}
