import type { Pool } from 'pg'

/** Where the database's log was at a moment of its clock: what was committed before is in the log up to there. */
export type Mark = { readonly atMs: number; readonly place: bigint }

// One each second: an hour of them is the longest that a replica may be behind.
const mostMarks = 3_700

/** The marks of the last while, the newest last. */
export function createMarks() {
  const marks: Mark[] = []
  return {
    add: (mark: Mark) => {
      // A database that took over from another may go on from a place before.
      if (marks.length > 0 && marks.at(-1)!.place > mark.place) marks.length = 0
      marks.push(mark)
      if (marks.length > mostMarks) marks.shift()
    },
    /** The moment up to which who has replayed to a place has everything; null if that is longer ago than we know. */
    momentOf: (place: bigint): number | null => marks.findLast((mark) => mark.place <= place)?.atMs ?? null,
  }
}

export async function markOf(pool: Pool): Promise<Mark> {
  // The moment first: what is committed after it may or may not be in.
  const { rows } = await pool.query<{ at: number; place: string }>(
    `select at, pg_current_wal_flush_lsn()::text as place
     from (select (extract(epoch from clock_timestamp()) * 1000)::float8 as at offset 0) asked`,
  )
  return { atMs: rows[0]!.at, place: placeOf(rows[0]!.place) }
}

/** How far a replica has come; null for one that can't tell, because it isn't a standby of PostgreSQL's own. */
export async function replayedBy(pool: Pool): Promise<bigint | null> {
  const { rows } = await pool.query<{ place: string | null }>(
    'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as place',
  )
  const place = rows[0]!.place
  return place === null ? null : placeOf(place)
}

/** A place in the log as PostgreSQL writes it, two halves in hexadecimal, as a number. */
function placeOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
