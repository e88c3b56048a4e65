import { isIPv6 } from 'node:net'
import sql, { type Sql } from 'sql-template-tag'
import type { RateLimit } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { type Database, noTenant, type Transaction } from '#platform/database'
import { Refusal } from '#platform/refusals'
import { removeOldCounts } from './call-counts.ts'

/** One guess: what it is bounded by, and whom its failure is counted against (an address, a membership number …). */
export type Guess = { readonly limit: Omit<RateLimit, 'by'>; readonly subject: string }

/**
 * The one part that bounds guessing: at passwords, claim codes, birth dates, whatever is short enough to be found by
 * trying. Counts are kept in the database, so that they hold across processes, and never in the transaction of the
 * attempt itself, which a wrong guess undoes.
 */
export type RateLimiter = {
  /**
   * Counts guesses as failed before they are made, so that many at once can't slip through together, or refuses all of
   * them: too many failed within the limit's time, and none is let in until that has passed again. Tells of which limits
   * this was the last that is let in.
   */
  count(guesses: readonly Guess[]): Promise<Guess['limit'][]>
  /** Takes back the count of guesses that turned out right. */
  takeBack(guesses: readonly Guess[]): Promise<void>
  /** Forgets every failure counted against the subjects: they have proved who they are. */
  forget(guesses: readonly Guess[]): Promise<void>
  /** Removes what has run out. */
  removeExpired(): Promise<void>
}

/** By the database's clock, which all processes share, unless a test brings its own. */
export function createRateLimiter(database: Database, clock?: () => Date): RateLimiter {
  const at = () => (clock ? sql`${clock()}::timestamptz` : sql`now()`)
  const change = (guesses: readonly Guess[], work: (tx: Transaction, guess: Guess) => Promise<unknown>) =>
    database.transaction(noTenant, async (tx) => {
      // Always in the same order, so that two who count the same don't wait for each other in a circle.
      const ordered = guesses.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
      for (const guess of ordered) await work(tx, guess)
    })
  return {
    count: async (guesses) => {
      const reached: Guess['limit'][] = []
      await change(guesses, async (tx, guess) => {
        if (await isLastOne(tx, guess, at())) reached.push(guess.limit)
      })
      return reached
    },
    takeBack: (guesses) =>
      change(guesses, (tx, { limit, subject }) =>
        tx.run(sql`
          update attempt set failures = failures - 1
          where kind = ${limit.kind} and subject = ${subject} and failures > 0`),
      ),
    forget: (guesses) => change(guesses, forgetWithin),
    removeExpired: async () => {
      await database.forTenant(noTenant).run(sql`delete from attempt where expires_at <= ${at()}`)
      await removeOldCounts(database)
    },
  }
}

/** Forgets in the transaction of what proves it that somebody failed. */
export async function forgetWithin(tx: Transaction, { limit, subject }: Guess): Promise<void> {
  await tx.run(sql`delete from attempt where kind = ${limit.kind} and subject = ${subject}`)
}

async function isLastOne(tx: Transaction, guess: Guess, now: Sql): Promise<boolean> {
  const failures = await failuresWith(tx, guess, now)
  if (failures === null) throw tooManyAttempts(guess.limit)
  return failures === guess.limit.most
}

/**
 * Counts something in the transaction that does it, with which the count stands or falls; false if the limit is reached.
 * One statement, so the row's lock makes the count right whoever else counts. It touches no row when it is one too many.
 */
export async function countWithin(tx: Transaction, guess: Guess): Promise<boolean> {
  return (await failuresWith(tx, guess, sql`now()`)) !== null
}

/** How many there are with this one; null if it is one too many. */
async function failuresWith(tx: Transaction, { limit, subject }: Guess, now: Sql): Promise<number | null> {
  const { kind, most, minutes } = limit
  const end = sql`${now} + make_interval(mins => ${minutes})`
  const counted = await tx.maybe<{ failures: number }>(sql`
    insert into attempt as known (kind, subject, failures, expires_at)
    values (${kind}, ${subject}, 1, ${end})
    on conflict (kind, subject) do update set
      failures = case when known.expires_at <= ${now} then 1 else known.failures + 1 end,
      expires_at = case when known.expires_at <= ${now} or known.failures + 1 = ${most} then ${end} else known.expires_at end
    where known.expires_at <= ${now} or known.failures < ${most}
    returning failures`)
  return counted && counted.failures
}

/** 429: the guesses are used up. */
export function tooManyAttempts({ minutes }: Guess['limit']): Refusal {
  return new Refusal(429, 'too_many_attempts', messages.signIn.tooManyAttempts, undefined, minutes * 60)
}

const keyOf = ({ limit, subject }: Guess) => `${limit.kind} ${subject}`

/** What stands for the caller's address where failures are counted: who has one address of IPv6 has all of its network. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
