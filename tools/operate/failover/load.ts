import { deepStrictEqual, strictEqual } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { api } from '#contract'
import { people } from '#tests/hub.ts'
import { scanOf } from '#tests/records/events.ts'
import { type Answer, call, membersOf, openEvent, signIn } from '#tools/operate/calls.ts'

const harbourside = { businessId: 'harbourside' }
const workers = 6
const restMs = 50

type Kind = 'award' | 'scan'

/** What a till and a door ask, given an id and whose turn it is. */
async function prepare(url: string, superuser: pg.Client) {
  const [admin, door] = await Promise.all([people.admin, people.door].map((email) => signIn(url, email)))
  const members = await membersOf(superuser, 'harbourside')
  const eventId = await openEvent(url, admin!)
  const ask: Record<Kind, (id: string, turn: number) => Promise<Answer>> = {
    award: (id, turn) => {
      const params = { ...harbourside, memberId: members[turn % members.length]!.id, pointsTypeId: 'Points' }
      const body = { Note: id, PointsByQuantity: 1, PointsByDollarValue: 0.01 }
      return call(url, api.awardPoints, admin!, { params, body, headers: { 'idempotency-key': id } })
    },
    scan: (id, turn) => {
      const body = scanOf(members[turn % members.length]!.number, { ScanId: id })
      return call(url, api.recordScans, door!, { params: { ...harbourside, eventId }, body })
    },
  }
  return { eventId, ask }
}

/**
 * Awards and scans without end, each under an id of its own, and again under the same one until it is acknowledged: as a
 * till and a door do it. Keeps what was acknowledged, when, and what was refused.
 */
export async function startLoad(url: string, superuser: pg.Client) {
  const { eventId, ask } = await prepare(url, superuser)
  const acknowledged = { award: [] as string[], scan: [] as string[] }
  const begun = { award: 0, scan: 0 }
  const times: number[] = []
  const statuses = new Map<string, number>()
  const over = new AbortController()

  /** True once it is acknowledged; false if that wasn't to be had before the end. */
  const insist = async (once: () => Promise<Answer>): Promise<boolean> => {
    for (;;) {
      const { status, text } = await once().catch(() => ({ status: 0, text: '' }))
      statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1)
      if (status === 200) return true
      // Busy, in flight, or no answer: it is asked again. Anything else is a fault of ours.
      if (![0, 409, 503].includes(status)) throw new Error(`answered ${status}: ${text}`)
      if (over.signal.aborted) return false
      await pause(restMs)
    }
  }
  const work = async (worker: number) => {
    const kind: Kind = worker % 2 ? 'award' : 'scan'
    for (let turn = worker; !over.signal.aborted; turn += workers) {
      const id = randomUUID()
      begun[kind]++
      if (!(await insist(() => ask[kind](id, turn)))) continue
      acknowledged[kind].push(id)
      times.push(performance.now())
      await pause(restMs)
    }
  }
  const working = Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
  working.catch(() => over.abort())
  return {
    count: () => times.length,
    /** The longest time since then without an acknowledgement, in seconds. */
    longestSilence: (since: number) => {
      const later = [since, ...times.filter((at) => at >= since), performance.now()]
      return Math.max(...later.slice(1).map((at, index) => at - later[index]!)) / 1000
    },
    stop: async () => {
      over.abort()
      await working
      return { acknowledged, begun, statuses, eventId }
    },
  }
}

export type Load = Awaited<ReturnType<typeof startLoad>>

/** Everything that was acknowledged is there once, and nothing is there that nobody asked for. */
export async function requireKept(
  superuser: pg.Client,
  { acknowledged, begun, eventId }: Awaited<ReturnType<Load['stop']>>,
): Promise<void> {
  const idsOf = async (text: string, values: unknown[]) =>
    (await superuser.query<{ id: string }>(text, values)).rows.map(({ id }) => id)
  const kept: Record<Kind, string[]> = {
    award: await idsOf(`select note as id from ledger_transaction where note ~ '^[0-9a-f-]{36}$'`, []),
    scan: await idsOf('select scan_id::text as id from event_scan where event_id = $1', [eventId]),
  }
  for (const kind of ['award', 'scan'] as const) {
    const found = new Set(kept[kind])
    const lost = acknowledged[kind].filter((id) => !found.has(id))
    deepStrictEqual(lost, [], `${kind}s that were acknowledged are lost`)
    strictEqual(found.size, kept[kind].length, `${kind}s are there twice`)
    strictEqual(found.size <= begun[kind], true, `there are more ${kind}s than were asked for`)
  }
}
