import sql from 'sql-template-tag'
import { messages } from '#contract/messages.ts'
import { type Database, noBusiness } from '#platform/database.ts'
import { Refusal } from '#platform/refusal.ts'

const mostFailures = 20
const windowMinutes = 15

/**
 * Lets an address try codes until too many were wrong. The count is kept in the database, so that it holds across
 * processes, and outside the try's own transaction, which a wrong code undoes.
 */
export async function limited<Result>(
  database: Database,
  address: string,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const db = database.forBusiness(noBusiness)
  const isOut = await db.maybe(sql`
    select from claim_attempt
    where address = ${address} and failures >= ${mostFailures} and expires_at > now()`)
  if (isOut) throw new Refusal(429, 'too_many_attempts', messages.signIn.tooManyAttempts)
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof Refusal && error.status === 404)
      await db.run(sql`
        insert into claim_attempt as known (address, failures, expires_at)
        values (${address}, 1, now() + make_interval(mins => ${windowMinutes}))
        on conflict (address) do update set
          failures = case when known.expires_at <= now() then 1 else known.failures + 1 end,
          expires_at = now() + make_interval(mins => ${windowMinutes})`)
    throw error
  }
}

/** Sends a fresh link, and answers a wrong code as a right one: it is counted, and nobody hears of it. */
export async function freshLink(
  database: Database,
  address: string,
  send: () => Promise<void>,
): Promise<{ Message: string }> {
  try {
    await limited(database, address, send)
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 404)) throw error
  }
  return { Message: 'If this link was yours, a fresh one is on its way to where the card was sent.' }
}

/** Forgets the addresses that have waited long enough. */
export async function forgetClaimAttempts(database: Database): Promise<void> {
  await database.forBusiness(noBusiness).run(sql`delete from claim_attempt where expires_at <= now()`)
}
