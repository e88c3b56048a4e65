import sql from 'sql-template-tag'
import {
  type LockReason,
  type RefusedEntry,
  refusedEntries,
  refusedReasons,
} from '#contract/audit/refused-entries.ts'
import { type Database, noTenant, type Transaction } from '#platform/database'
import { countWithin, networkOf } from '#platform/limits'
import { Refusal } from '#platform/refusals'
import type { Caller, Target } from '#server/identity/accounts'

/** Somebody who was not let in: as whom, and from where. */
export type Refused = { readonly target: Target; readonly caller: Caller }

/**
 * Puts on record who was not let in, in the platform's trail and in that of the business whose user it would have been.
 * Nobody waits for it, and nothing of it shows in an answer.
 */
export type RefusedEntries = {
  /** Does the work, and notes why it was refused, if that is because of who somebody is or isn't. */
  during<Result>(refused: Refused, work: () => Promise<Result>): Promise<Result>
  /** Notes that this failure has closed the account, for a while, to whoever is counted with them. */
  lockedOut(refused: Refused, reason: LockReason): void
  /** Resolves once all that was noted is written. */
  settled(): Promise<void>
}

type Around = {
  readonly database: Database
  readonly claimsFor: (uid: string) => Promise<{ businessId?: string | undefined }>
  readonly now: () => Date
}

type Noted = Refused & { readonly deed: RefusedEntry; readonly reason: string }
type Counted = Noted & { times: number }

const windowMs = 15 * 60 * 1000
/** So many are kept apart while they wait to be written; what comes on top of it is counted together. */
const mostWaiting = 500

/** One writer in each process, so that whoever tries a thousand at once takes one connection for it, and few statements. */
export function createRefusedEntries(around: Around): RefusedEntries {
  const waiting = new Map<string, Counted>()
  let writing: Promise<void> | null = null

  async function writeAll(): Promise<void> {
    for (;;) {
      const [next] = waiting
      if (!next) break
      waiting.delete(next[0])
      // The one who is refused has been told so already; where the database is away there is no way to say it.
      await write(around, next[1]).catch(() => undefined)
    }
    writing = null
  }

  function note(noted: Noted): void {
    const isKnown = noted.target.account !== null
    const who = isKnown || waiting.size < mostWaiting ? subjectOf(noted) : elsewhere
    const key = JSON.stringify([who, noted.deed, noted.reason])
    waiting.set(key, { ...noted, times: (waiting.get(key)?.times ?? 0) + 1 })
    writing ??= writeAll()
  }

  return {
    during: async (refused, work) => {
      try {
        return await work()
      } catch (error) {
        const reason = error instanceof Refusal && refusedReasons[error.code as keyof typeof refusedReasons]
        if (reason) note({ ...refused, deed: 'refusedEntry', reason })
        throw error
      }
    },
    lockedOut: (refused, reason) => note({ ...refused, deed: 'lockOut', reason }),
    settled: async () => writing ?? undefined,
  }
}

/** Strangers are told apart by their network, not by what they type: that costs them nothing. */
function subjectOf({ target: { account }, caller: { address } }: Refused): string {
  return account?.uid ?? networkOf(address)
}

const elsewhere = 'elsewhere'
const mostNetworks = { kind: 'refused-strangers', most: 20, minutes: 15 }

async function write({ database, claimsFor, now }: Around, counted: Counted): Promise<void> {
  const { account } = counted.target
  const businessId = account ? (await claimsFor(account.uid)).businessId : undefined
  await database.transaction(noTenant, async (tx) => {
    const subject = account ? account.uid : await strangersSubject(tx, counted, now())
    await countOn(tx, counted, subject, now(), businessId === undefined ? {} : { Business: businessId })
    if (businessId !== undefined)
      await tx.asTenant(businessId, (own) => countOn(own, counted, subject, now(), {}))
  })
}

/** Each network by itself, as long as there are few of them: who comes from thousands of them has one entry for all. */
async function strangersSubject(tx: Transaction, counted: Counted, now: Date): Promise<string> {
  const network = subjectOf(counted)
  const known = await tx.maybe(sql`
    select from identity.refused_entry
    where trail = ${tx.businessId} and subject = ${network} and expires_at > ${now} limit 1`)
  if (known) return network
  return (await countWithin(tx, { limit: mostNetworks, subject: 'all' })) ? network : elsewhere
}

async function countOn(tx: Transaction, counted: Counted, subject: string, now: Date, beside: object) {
  const { deed, reason, times, target, caller } = counted
  const { account } = target
  // Nobody's address is longer.
  const email = target.email.slice(0, 320) || null
  const ends = new Date(now.getTime() + windowMs)
  await tx.run(sql`
    select note_refused_entry(${subject}, ${deed}, ${refusedEntries[deed]}, ${reason}, ${times}::integer,
      ${now}::timestamptz, ${ends}::timestamptz, ${caller.address}, ${caller.requestId}, ${account?.uid ?? email},
      ${email}, ${JSON.stringify(beside)}::jsonb)`)
}
