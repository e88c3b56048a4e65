import sql from 'sql-template-tag'
import { type Database, noBusiness, type Transaction } from '#platform/database.ts'
import { refuse } from './refusals.ts'

type Purpose = 'sign-in' | 'reset'

const windowMs = 15 * 60 * 1000
const mostFromOneAddress = 5
const mostFromAnywhere = 20
const anywhere = ''

export type Lockout = {
  /**
   * Counts an attempt as failed before it is made, so that many at once can't slip through together,
   * or refuses it: too many failed in 15 minutes, and none is let in for the next 15.
   */
  count(purpose: Purpose, email: string, address: string): Promise<void>
  /** Takes an attempt back that turned out right; the failures from the same address are forgiven with it. */
  forgive(purpose: Purpose, email: string, address: string): Promise<void>
}

/** Keeps the counts in the database, so that they hold across processes. */
export function createLockout(database: Database, now: () => Date): Lockout {
  return {
    count: (purpose, email, address) =>
      database.transaction(noBusiness, async (tx) => {
        await countOne(tx, { purpose, email, address }, mostFromOneAddress, now())
        await countOne(tx, { purpose, email, address: anywhere }, mostFromAnywhere, now())
      }),
    forgive: (purpose, email, address) =>
      database.transaction(noBusiness, async (tx) => {
        await tx.run(sql`
          delete from identity.attempt
          where purpose = ${purpose} and email = ${email} and address = ${address}`)
        await tx.run(sql`
          update identity.attempt set failures = failures - 1
          where purpose = ${purpose} and email = ${email} and address = ${anywhere} and failures > 0`)
      }),
  }
}

type Key = { purpose: Purpose; email: string; address: string }

/** One statement, so the row's lock makes the count right whoever else counts. It touches no row when the limit is reached. */
async function countOne(
  tx: Transaction,
  { purpose, email, address }: Key,
  limit: number,
  now: Date,
): Promise<void> {
  const end = new Date(now.getTime() + windowMs)
  const counted = await tx.run(sql`
    insert into identity.attempt as known (purpose, email, address, failures, expires_at)
    values (${purpose}, ${email}, ${address}, 1, ${end})
    on conflict (purpose, email, address) do update set
      failures = case when known.expires_at <= ${now} then 1 else known.failures + 1 end,
      expires_at = case
        when known.expires_at <= ${now} or known.failures + 1 = ${limit} then ${end}
        else known.expires_at
      end
    where known.expires_at <= ${now} or known.failures < ${limit}`)
  if (counted === 0) throw refuse('too-many-attempts')
}

/** Forgets the failed sign-ins of an account whose owner has just proved who they are by other means. */
export async function forgiveAll(tx: Transaction, email: string): Promise<void> {
  await tx.run(sql`delete from identity.attempt where purpose = 'sign-in' and email = ${email}`)
}
