import pg from 'pg'
import type { RawValue, Sql } from 'sql-template-tag'
import { type CopyFlow, type CopyReader, type Driver, isConnectionLoss } from '#platform/driver'
import { guardedLine } from '#platform/formats'
import type { CopySlots, Slot } from './copy-slots.ts'
import { connectionOf, discard, requireTurn } from './pool.ts'

const mostTries = 3
const pieceBytes = 64 * 1024
// So many pieces wait for a slow reader before the database is made to wait.
const mostWaiting = 4
// A reader who takes nothing for so long is gone.
const patienceMs = 60_000
// A database that sends nothing for so long is gone: the way to it is cut without a word.
const silenceMs = 120_000

export type CopySource = { readonly pool: pg.Pool; readonly driver: Driver; readonly slots: CopySlots }

export type CopyWay = {
  /** Its order is that of an index, to be walked: sorting may take less time in all, but until it is done nothing comes. */
  readonly isWalk?: boolean
  /** It is for spreadsheets: no cell may be run as a formula. */
  readonly isGuarded?: boolean
  /** Told of each row that comes. */
  readonly onRow?: () => void
}

/**
 * The rows of a query as lines of CSV, written by PostgreSQL itself and passed on in pieces of whole lines, at the
 * pace of the reader. It is one statement, so what comes is true of one moment, however long it takes.
 */
export async function* copyOut(
  source: CopySource,
  tenant: string,
  query: Sql,
  way: CopyWay = {},
): AsyncGenerator<Uint8Array> {
  requireTurn(source.pool)
  const copy = { query: inlined(query), settings: { ...source.driver.within, ...settingsOf(tenant, way) } }
  const start = (client: pg.PoolClient) =>
    copyOn(endsOf(client), way, (reader) => source.driver.copyOut(client, copy, reader))
  const slot = await source.slots.take(tenant)
  try {
    const copying = await begun(source.pool, start)
    yield* paced(copying, slot)
  } finally {
    slot.free()
  }
}

/** How the database is set while it copies. */
export function settingsOf(tenant: string, { isWalk = false }: CopyWay = {}) {
  return {
    'app.business_id': tenant,
    statement_timeout: '0',
    // A file takes one core and leaves the others to those who wait for an answer.
    max_parallel_workers_per_gather: '0',
    enable_sort: isWalk ? 'off' : 'on',
  }
}

/** What becomes of the connection of a copy: it goes back to the pool, or is closed. */
const endsOf = (client: pg.PoolClient): Ends => ({
  whole: () => client.release(),
  stopped: () => discard(client, new Error('the copy was stopped')),
})

/** A copy whose first piece is there. One that lost its connection before is begun again: nobody has seen any of it. */
async function begun(
  pool: pg.Pool,
  start: (client: pg.PoolClient) => ReturnType<typeof copyOn>,
): Promise<Begun> {
  for (let tries = 1; ; tries++) {
    const copying = start(await connectionOf(pool))
    try {
      return { ...copying, first: await copying.next() }
    } catch (error) {
      copying.stop()
      if (!isConnectionLoss(error) || tries === mostTries) throw error
    }
  }
}

type Begun = ReturnType<typeof copyOn> & { readonly first: Uint8Array | undefined }

/**
 * Hands the pieces on. Closing the connection is how a copy is stopped that nobody reads any more, or that others wait
 * for; what its reader still does must not matter: one who neither reads nor leaves would keep it for ever.
 */
export async function* paced({ first, next, finish, stop }: Begun, slot: Slot): AsyncGenerator<Uint8Array> {
  const giveUp = () => {
    stop()
    slot.free()
  }
  try {
    for (let piece = first; piece; piece = await next()) {
      const patience = setTimeout(giveUp, patienceMs)
      slot.stalls(giveUp)
      try {
        yield piece
      } finally {
        clearTimeout(patience)
        slot.goesOn()
      }
    }
    finish()
  } finally {
    stop()
  }
}

/** A query with its values written into it: COPY takes no parameters. */
export function inlined({ strings, values }: Sql): string {
  return strings.reduce((text, part, i) => `${text}${literal(values[i - 1])}${part}`)
}

function literal(value: RawValue): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]::text[]`
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return pg.escapeLiteral(String(value))
  throw new Error(`a ${typeof value} can't be copied by`)
}

/** Does what it is given the first time it is asked to do anything. */
function atFirst() {
  let isDone = false
  return (work: () => void) => {
    if (isDone) return
    isDone = true
    work()
  }
}

type Ends = { readonly whole: () => void; readonly stopped: () => void }

/** A copy under way, which ends in one of two ways, once. */
export function copyOn(
  ends: Ends,
  { isGuarded = false, onRow }: CopyWay,
  begin: (reader: CopyReader) => CopyFlow,
) {
  const waiting: Uint8Array[] = []
  const lines = lineBuffer((piece) => {
    waiting.push(piece)
    if (waiting.length >= mostWaiting) flow.pause()
    wake()
  }, onRow)
  let ended: Error | 'whole' | undefined
  let wake = () => {}
  const end = (how: Error | 'whole') => {
    ended ??= how
    wake()
  }
  const giveBack = atFirst()
  const flow = begin({
    takeRow: (row) => lines.add(isGuarded ? guarded(row) : row),
    finish: () => {
      lines.flush()
      end('whole')
    },
    fail: end,
  })

  return {
    /** The next piece, or nothing when all have come. */
    next: async (): Promise<Uint8Array | undefined> => {
      for (;;) {
        if (ended instanceof Error) throw ended
        if (waiting.length > 0 || ended) return waiting.shift()
        flow.resume()
        const silence = setTimeout(() => end(new Error('Query read timeout')), silenceMs)
        await new Promise<void>((resolve) => (wake = resolve))
        clearTimeout(silence)
      }
    },
    finish: () => {
      // Held back at its very end it would answer nothing that it is asked next.
      flow.resume()
      giveBack(ends.whole)
    },
    stop: () =>
      giveBack(() => {
        end(new Error('Connection terminated: the copy was stopped'))
        ends.stopped()
      }),
  }
}

/** A line with its end; byte for character, which is shorter than reading it and sees all that matters here. */
function guarded(line: Buffer): Buffer {
  const text = line.toString('latin1')
  const safe = guardedLine(text.slice(0, -1))
  return safe.length === text.length - 1 ? line : Buffer.from(`${safe}\n`, 'latin1')
}

/** Gathers lines, whose buffers pg uses again, into pieces of its own; each ends as the lines of CSV do. */
function lineBuffer(give: (piece: Uint8Array) => void, onRow: (() => void) | undefined) {
  let piece = Buffer.allocUnsafe(pieceBytes)
  let used = 0
  const flush = () => {
    if (used === 0) return
    const full = piece.subarray(0, used)
    piece = Buffer.allocUnsafe(pieceBytes)
    used = 0
    give(full)
  }
  return {
    add: (line: Buffer) => {
      onRow?.()
      const content = line.length - 1
      if (used + content + 2 > piece.length) flush()
      if (content + 2 > piece.length) piece = Buffer.allocUnsafe(content + 2)
      line.copy(piece, used, 0, content)
      used += content
      piece[used++] = 13
      piece[used++] = 10
    },
    flush,
  }
}
