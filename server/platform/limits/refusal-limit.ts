import type { Remembered } from '#platform/access'
import { Refusal } from '#platform/refusals'
import type { CallCounts } from './call-counts.ts'
import { networkOf } from './rate-limit.ts'

const mostPerMinute = 1_000
const name = 'refused keys'

/**
 * Bounds how often an address may knock with keys that open nothing: each of these costs a look into the database. Those
 * who are known already are let in all the same.
 */
export function createRefusalLimit(counts: CallCounts) {
  async function counting<Result>(address: string, look: () => Promise<Result>): Promise<Result> {
    const network = networkOf(address)
    if (counts.of(name, network) >= mostPerMinute)
      throw new Refusal(429, 'too_many_requests', 'Too many requests. Try again in a moment.', undefined, 60)
    try {
      return await look()
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) counts.add(name, network, mostPerMinute)
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
