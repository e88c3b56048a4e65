import { rightNowMs } from '#platform/clock'
import { type Database, type DatabaseOptions, openDatabase } from '#platform/database'
import { createMarks, markOfDatabase, type Server, standingOfReplica } from './freshness.ts'
import { isAbsence, type Reader, readerOf, type Source } from './reader.ts'

// So long nobody tries a replica that was away again.
const restMs = 30_000
const beatMs = 1_000
// Two processes may tell a moment as differently as that, and what is committed without a flush takes a part of it.
const clockSlackMs = 2_000

export type ReplicaState = {
  /** Its host and port. */
  readonly name: string
  readonly state: 'Used' | 'Behind' | 'Away' | 'Apart'
  /** How old its figures are; null while nobody can tell. */
  readonly lagSeconds: number | null
}

/** What stands in for the database where a moment's delay does no harm. */
export type Replicas = {
  /**
   * Where a call reads, all of it: at one of the replicas, in turn, that is there, follows, isn't too far behind and has what the
   * caller wrote at that moment; or at the database itself. While one can't be reached, doesn't take connections or calls a query
   * off, another answers.
   */
  readerFor(wroteAtMs: number | null): Reader
  readonly databases: readonly Database[]
  states(): ReplicaState[]
  /** How long after a write a replica that is used may lack it. */
  readonly longestLagMs: number
  /** Looks at once how far they have come, rather than with the next second. */
  look(): Promise<void>
  close(): Promise<void>
}

export type ReplicasOptions = {
  readonly urls: readonly string[]
  readonly primary: Database
  readonly longestLagMs: number
  /** Told of one that is left out, once until it is tried again. */
  readonly onLeft: (name: string, why: 'away' | 'behind' | 'apart', error?: unknown) => void
  readonly database?: DatabaseOptions | undefined
}

/** Opens the replicas; without any the database itself is read. */
export function openReplicas({ urls, primary, longestLagMs, onLeft, database }: ReplicasOptions): Replicas {
  const marks = createMarks()
  let server: Server | undefined
  const around = { longestLagMs, momentOf: marks.momentOf, onLeft, database, seenOn: () => server }
  const replicas = urls.map((url) => openReplica(url, around))
  const here: Reader = { forTenant: (id) => primary.forTenant(id), ageMs: () => null }
  let turn = 0
  const look = async () => {
    // Without a mark they are as fresh as they were when there last was one.
    const mark = await markOfDatabase(primary.pool).catch(() => null)
    if (mark) {
      marks.add(mark)
      server = mark.server
    }
    await Promise.all(replicas.map((replica) => replica.look()))
  }
  let looking: Promise<void> | null = null
  const lookInTurn = () => (looking ??= look().finally(() => (looking = null)))
  const beat = urls.length > 0 ? setInterval(() => void lookInTurn(), beatMs).unref() : undefined
  if (beat) void lookInTurn()

  return {
    readerFor: (wroteAtMs) => {
      const usable = replicas.filter((replica) => replica.has(wroteAtMs))
      if (usable.length === 0) return here
      const first = turn++ % usable.length
      return readerOf([...usable.slice(first), ...usable.slice(0, first)], primary)
    },
    databases: replicas.map((replica) => replica.database),
    states: () => replicas.map((replica) => replica.state()),
    longestLagMs,
    look: async () => {
      await looking
      await lookInTurn()
    },
    close: async () => {
      clearInterval(beat)
      await looking
      await Promise.all(replicas.map((replica) => replica.database.close()))
    },
  }
}

const states = { none: 'Used', behind: 'Behind', apart: 'Apart' } as const

type Replica = Source & {
  readonly database: Database
  /** Whether it may be read by who wrote something at that moment. */
  has(wroteAtMs: number | null): boolean
  state(): ReplicaState
  look(): Promise<void>
}

type Around = Pick<ReplicasOptions, 'longestLagMs' | 'onLeft' | 'database'> & {
  readonly momentOf: (place: bigint) => number | null
  /** The server that the database was last seen on. */
  readonly seenOn: () => Server | undefined
}

function openReplica(url: string, around: Around): Replica {
  const { longestLagMs, momentOf, seenOn, onLeft, database: options } = around
  const { host } = new URL(url)
  const database = openDatabase(url, options)
  let awayUntil = 0
  let isApart = false
  /** Why it was left out when it was last looked at. */
  let left: 'apart' | 'behind' | null = null
  /** Up to when it has everything, null if it can't tell; nothing before anybody knows. */
  let known: { readonly freshMs: number | null } | undefined

  const isAway = () => Date.now() < awayUntil
  const leave = (error: unknown) => {
    if (!isAbsence(error)) throw error
    if (!isAway()) onLeft(host, 'away', error)
    awayUntil = Date.now() + restMs
  }
  const lagMs = () => (known?.freshMs ? Math.max(rightNowMs() - known.freshMs, 0) : null)
  const whyLeft = () => (isApart ? 'apart' : (lagMs() ?? 0) > longestLagMs ? 'behind' : null)
  return {
    database,
    isAway,
    lagMs,
    leave,
    has: (wroteAtMs) => {
      if (!known || isAway() || whyLeft()) return false
      if (wroteAtMs === null) return true
      // One that can't tell has it once none that is used may lack it.
      return (known.freshMs ?? rightNowMs() - longestLagMs) >= wroteAtMs + clockSlackMs
    },
    state: () => {
      const lag = isAway() || isApart ? null : lagMs()
      return {
        name: host,
        state: !known || isAway() ? 'Away' : states[whyLeft() ?? 'none'],
        lagSeconds: lag === null ? null : Math.round(lag / 100) / 10,
      }
    },
    look: async () => {
      if (isAway()) return
      try {
        const standing = await standingOfReplica(database.pool, seenOn())
        const moment = standing.kind === 'standby' ? momentOf(standing.place) : null
        // Further back than all marks: it is as old as it was, and every second older.
        if (standing.kind !== 'standby' || moment !== null) known = { freshMs: moment }
        isApart = standing.kind === 'apart'
        const why = whyLeft()
        if (why && why !== left) onLeft(host, why)
        left = why
      } catch (error) {
        // One that is only slow to answer gets older by that, too.
        if (isAbsence(error)) leave(error)
      }
    },
  }
}
