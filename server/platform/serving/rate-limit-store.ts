import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { CallCounts } from '#platform/limits'

/** What the plugin really gives, of the whole and of each route. */
type Given = {
  readonly groupId?: string
  readonly routeInfo?: { readonly url?: string; readonly config?: { readonly endpoint?: string } }
}

/** Has the limits of routes counted where all processes count. Each route has a limit of its own, or shares that of its group. */
export function countedBy(counts: CallCounts): FastifyRateLimitStoreCtor {
  return class Store implements FastifyRateLimitStore {
    readonly #name: string

    constructor(given: object) {
      const { groupId, routeInfo } = given as Given
      this.#name = groupId ?? routeInfo?.config?.endpoint ?? routeInfo?.url ?? 'any'
    }

    incr(...[subject, done, , most]: Parameters<FastifyRateLimitStore['incr']>): void {
      const { calls, leftMs } = counts.add(this.#name, subject, most)
      done(null, { current: calls, ttl: leftMs })
    }

    child(route: object): FastifyRateLimitStore {
      return new Store(route)
    }
  }
}
