import type { Remembered } from '#platform/access'
import { Refusal } from '#platform/refusals'
import { networkOf } from './rate-limit.ts'

const mostPerMinute = 1_000
const windowMs = 60_000
const mostAddresses = 10_000

/**
 * Bounds how often an address may knock with keys that open nothing: each of these costs a look into the database. Those
 * who are known already are let in all the same. Kept in the process: it is about work, not about guessing.
 */
export function createRefusalLimit() {
  const refused = new Map<string, { count: number; until: number }>()

  async function counting<Result>(address: string, look: () => Promise<Result>): Promise<Result> {
    const network = networkOf(address)
    const known = refused.get(network)
    const its = known && known.until > Date.now() ? known : { count: 0, until: Date.now() + windowMs }
    if (its.count >= mostPerMinute)
      throw new Refusal(429, 'too_many_requests', 'Too many requests. Try again in a moment.', undefined, 60)
    try {
      return await look()
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) {
        its.count++
        if (refused.size >= mostAddresses) refused.clear()
        refused.set(network, its)
      }
      throw error
    }
  }

  return {
    /** The same memory, for calls from this address. */
    within: <Value>(address: string, memory: Remembered<Value>): Remembered<Value> => ({
      get: (key, load) => memory.get(key, () => counting(address, load)),
    }),
  }
}
