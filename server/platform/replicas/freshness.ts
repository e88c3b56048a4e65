import type { Pool } from 'pg'

/** Where the database's log was at a moment of its clock: what was committed before is in the log up to there. */
export type Mark = { readonly atMs: number; readonly place: bigint; readonly server: Server }

/** Which PostgreSQL it is: a standby has its database's cluster, and a start of its own. */
export type Server = { readonly cluster: string; readonly startedAt: string }

/** What a replica is to the database. */
export type Standing =
  /** It follows, and has come so far. */
  | { readonly kind: 'standby'; readonly place: bigint }
  /** It was a standby, or a copy, and takes writes of its own: it has been promoted. */
  | { readonly kind: 'apart' }
  | { readonly kind: 'itself' }
  /** Something else, such as a logical replica: it can't tell how far it has come. */
  | { readonly kind: 'other' }

// One each second: an hour of them is the longest that a replica may be behind.
const mostMarks = 3_700

const serverColumns = `(select system_identifier::text from pg_control_system()) as cluster,
  extract(epoch from pg_postmaster_start_time())::text as "startedAt"`

// One look at all of them ends before the next begins: who says nothing for so long keeps none of the others waiting.
const look = (text: string) => ({ text, query_timeout: 2_000 })

type Queried = Pick<Pool, 'query'>

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

export async function markOfDatabase(database: Queried): Promise<Mark> {
  // The moment first: what is committed after it may or may not be in.
  const { rows } = await database.query<{ at: number; place: string } & Server>(
    look(`select at, pg_current_wal_flush_lsn()::text as place, ${serverColumns}
     from (select (extract(epoch from clock_timestamp()) * 1000)::float8 as at offset 0) asked`),
  )
  const { at, place, cluster, startedAt } = rows[0]!
  return { atMs: at, place: placeOf(place), server: { cluster, startedAt } }
}

/** What a replica is to the server that its database was last seen on, and how far it has come. */
export async function standingOfReplica(replica: Queried, of: Server | undefined): Promise<Standing> {
  const { rows } = await replica.query<{ place: string | null; isFollowing: boolean } & Server>(
    look(`select pg_is_in_recovery() as "isFollowing", ${serverColumns},
       case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as place`),
  )
  const { place, isFollowing, cluster, startedAt } = rows[0]!
  const isOfIt = !of || cluster === of.cluster
  if (isFollowing && isOfIt) return { kind: 'standby', place: placeOf(place ?? '0/0') }
  if (!of || !isOfIt) return { kind: 'other' }
  return { kind: startedAt === of.startedAt ? 'itself' : 'apart' }
}

/** A place in the log as PostgreSQL writes it, two halves in hexadecimal, as a number. */
function placeOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
