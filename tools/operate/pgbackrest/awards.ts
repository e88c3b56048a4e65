import { deepStrictEqual, strictEqual } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { api } from '#contract'
import { people } from '#tests/hub.ts'
import { call, membersOf, signIn } from '#tools/operate/calls.ts'

const workers = 4
const restMs = 20

/** Awards points without end, each with a note of its own. */
export async function startAwards(url: string, superuser: pg.Client) {
  const admin = await signIn(url, people.admin)
  const members = await membersOf(superuser, 'harbourside')
  const begun: string[] = []
  const acknowledged: string[] = []
  const over = new AbortController()
  const work = async (worker: number) => {
    for (let turn = worker; !over.signal.aborted; turn += workers) {
      const note = randomUUID()
      const params = {
        businessId: 'harbourside',
        memberId: members[turn % members.length]!.id,
        pointsTypeId: 'Points',
      }
      const body = { Note: note, PointsByQuantity: 1, PointsByDollarValue: 0.01 }
      begun.push(note)
      const { status, text } = await call(url, api.awardPoints, admin, { params, body })
      strictEqual(status, 200, text)
      acknowledged.push(note)
      await pause(restMs)
    }
  }
  const working = Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
  working.catch(() => over.abort())
  return {
    begun: (): readonly string[] => [...begun],
    acknowledged: (): readonly string[] => [...acknowledged],
    /** Resolves once so many more are acknowledged. */
    more: async (count: number) => {
      const enough = acknowledged.length + count
      while (acknowledged.length < enough) {
        if (over.signal.aborted) await working
        await pause(restMs)
      }
    },
    stop: async () => {
      over.abort()
      await working
    },
  }
}

export type Awards = Awaited<ReturnType<typeof startAwards>>

/** A moment of the database's clock, with what was acknowledged before it and what was begun by then. */
export type Moment = {
  readonly at: string
  readonly before: readonly string[]
  readonly begun: ReadonlySet<string>
}

export async function noteMoment(awards: Awards, superuser: pg.Client): Promise<Moment> {
  const before = awards.acknowledged()
  const { rows } = await superuser.query<{ at: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00') as at`,
  )
  return { at: rows[0]!.at, before, begun: new Set(awards.begun()) }
}

/** What was acknowledged before the moment is there, once, and nothing that was begun after it. */
export async function requireMoment(superuser: pg.Client, { before, begun }: Moment): Promise<void> {
  const { rows } = await superuser.query<{ note: string }>(
    `select note from ledger_transaction where note ~ '^[0-9a-f-]{36}$'`,
  )
  const notes = rows.map(({ note }) => note)
  const found = new Set(notes)
  deepStrictEqual(
    before.filter((note) => !found.has(note)),
    [],
    'awards that were acknowledged before are lost',
  )
  deepStrictEqual(
    notes.filter((note) => !begun.has(note)),
    [],
    'awards from after it are there',
  )
  strictEqual(found.size, notes.length, 'awards are there twice')
}
