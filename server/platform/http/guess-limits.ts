import type { Endpoint } from '#contract/endpoint.ts'
import { type RateLimiter, networkOf } from '#platform/limits'
import { Refusal } from '#platform/refusals'

/** What guesses are counted by. */
type Guess = {
  readonly params: unknown
  readonly body: unknown
  readonly origin: { readonly address: string }
}

/** Counts a guess before the call's own work begins, and takes it back unless that turns out to be a miss. */
export async function withGuessLimits<Result>(
  { rateLimiter }: { readonly rateLimiter: RateLimiter },
  { rateLimits }: Endpoint,
  admitted: Guess,
  work: (miss: () => void) => Promise<Result>,
): Promise<Result> {
  if (!rateLimits) return work(() => undefined)
  const address = networkOf(admitted.origin.address)
  const guesses = rateLimits.flatMap(({ by, ...limit }) => {
    const subject = by ? by({ ...admitted, address }) : address
    return subject === null ? [] : [{ limit, subject }]
  })
  await rateLimiter.count(guesses)
  let isMiss = false
  try {
    return await work(() => void (isMiss = true))
  } catch (error) {
    isMiss ||= error instanceof Refusal && error.status === 404
    throw error
  } finally {
    // The work is done, or has failed for a reason of its own: that is what the caller hears of. The guess runs out by itself.
    if (!isMiss) await rateLimiter.takeBack(guesses).catch(() => undefined)
  }
}
