import sql from 'sql-template-tag'
import { type Database, noTenant } from '#platform/database'

const windowMs = 60_000
// Who calls so seldom that many processes together don't reach the limit costs the database nothing.
const worthTelling = 1 / 20
// As often processes tell each other of the others.
const beatMs = 100
const restMs = 1_000
const mostAtOnce = 1_000
const mostKept = 50_000

type Count = {
  readonly name: string
  readonly subject: string
  /** What this process has counted, and the others don't know of. */
  own: number
  /** What all of them had counted when they last told each other. */
  told: number
  /** When its minute is over. */
  until: number
}

/** How many calls there were in a minute, and how long that lasts. */
export type Counted = { readonly calls: number; readonly leftMs: number }

/**
 * How often somebody calls, whichever process answers. Each counts by itself, without asking anybody; what comes near a limit they
 * tell each other in the database, ten times a second, all of it in one statement. So no call waits for it, and somebody who
 * calls several processes at once is let through a little more often than the limit says: what they send within such a tenth, and
 * a twentieth of the limit for each process. While the database is away each process has its own count.
 */
export type CallCounts = {
  /** Counts one more. */
  add(name: string, subject: string, most: number): Counted
  /** Those there are. */
  of(name: string, subject: string): number
  /** Tells the others at once what isn't told yet. */
  tell(): Promise<void>
  close(): Promise<void>
}

export function createCallCounts(database: Database): CallCounts {
  const counts = keepCounts()
  const toTell = new Set<Count>()
  let telling: Promise<void> | null = null
  let restUntil = 0

  const tell = async () => {
    const batch = [...toTell].slice(0, mostAtOnce)
    for (const count of batch) toTell.delete(count)
    // Those whose minute is over would be told of in vain, and one of whom there is another since can't be told of beside it.
    const counting = batch.filter((count) => counts.of(count.name, count.subject) === count)
    if (counting.length > 0)
      await exchange(database, counting).catch(() => {
        // They go on counting for themselves, and tell the sum of it later.
        restUntil = performance.now() + restMs
        for (const count of counting) toTell.add(count)
      })
  }
  const tellInTurn = () => (telling ??= tell().finally(() => (telling = null)))
  // Of its own, so that it belongs to no call and to none of their transactions.
  const beat = setInterval(() => {
    if (toTell.size > 0 && performance.now() >= restUntil) void tellInTurn()
    counts.removeOld()
  }, beatMs).unref()

  return {
    add: (name, subject, most) => {
      const count = counts.of(name, subject) ?? counts.begin(name, subject)
      count.own++
      const calls = count.told + count.own
      if (calls >= most * worthTelling) toTell.add(count)
      return { calls, leftMs: Math.ceil(count.until - performance.now()) }
    },
    of: (name, subject) => {
      const count = counts.of(name, subject)
      return count ? count.told + count.own : 0
    },
    tell: async () => {
      await telling
      await tellInTurn()
    },
    close: async () => {
      clearInterval(beat)
      await telling
    },
  }
}

const isOn = ({ until }: Count) => until > performance.now()

/** The counts of this process whose minute isn't over. */
function keepCounts() {
  const counts = new Map<string, Count>()
  return {
    of: (name: string, subject: string): Count | undefined => {
      const count = counts.get(keyOf({ name, subject }))
      return count && isOn(count) ? count : undefined
    },
    begin: (name: string, subject: string): Count => {
      const count = { name, subject, own: 0, told: 0, until: performance.now() + windowMs }
      counts.delete(keyOf(count))
      // The oldest come first. Of one that had come near its limit the others know.
      if (counts.size >= mostKept) counts.delete(counts.keys().next().value!)
      counts.set(keyOf(count), count)
      return count
    },
    removeOld: () => {
      for (const [key, count] of counts) {
        if (isOn(count)) return
        counts.delete(key)
      }
    },
  }
}

type Heard = { name: string; subject: string; calls: number; leftMs: number }

async function exchange(database: Database, batch: readonly Count[]): Promise<void> {
  const given = batch.map(({ own }) => own)
  const lefts = batch.map(({ until }) => Math.max(Math.round(until - performance.now()), 0))
  // In one order, so that two processes don't wait for each other in a circle.
  const heard = await database.forTenant(noTenant).rows<Heard>(sql`
    insert into call_count as known (name, subject, calls, ends_at)
    select name, subject, calls, now() + left_ms * interval '1 millisecond'
    from unnest(${batch.map(({ name }) => name)}::text[], ${batch.map(({ subject }) => subject)}::text[],
      ${given}::integer[], ${lefts}::integer[]) as told (name, subject, calls, left_ms)
    order by name, subject
    on conflict (name, subject) do update set
      calls = case when known.ends_at <= now() then 0 else known.calls end + excluded.calls,
      ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
    returning name, subject, calls, (extract(epoch from ends_at - now()) * 1000)::int as "leftMs"`)
  const byKey = new Map(heard.map((each) => [keyOf(each), each]))
  for (const [index, count] of batch.entries()) {
    const { calls, leftMs } = byKey.get(keyOf(count))!
    count.own -= given[index]!
    count.told = calls
    count.until = performance.now() + leftMs
  }
}

const keyOf = ({ name, subject }: { readonly name: string; readonly subject: string }) => `${name} ${subject}`

/** Forgets the minutes that are over. */
export async function removeOldCounts(database: Database): Promise<void> {
  await database.forTenant(noTenant).run(sql`delete from call_count where ends_at <= now()`)
}
