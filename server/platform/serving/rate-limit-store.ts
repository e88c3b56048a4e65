import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor, RateLimitOptions } from '@fastify/rate-limit'
import type { CallCounts } from '#platform/limits'

type Route = RateLimitOptions & {
  readonly routeInfo?: { readonly url?: string; readonly config?: { readonly endpoint?: string } }
}

/** Has the limits of routes counted where all processes count. Each route has a limit of its own, or shares that of its group. */
export function countedBy(counts: CallCounts): FastifyRateLimitStoreCtor {
  return class Store implements FastifyRateLimitStore {
    readonly #name: string

    constructor({ groupId, routeInfo }: Route) {
      this.#name = groupId ?? routeInfo?.config?.endpoint ?? routeInfo?.url ?? 'any'
    }

    incr(...[subject, done, , most]: Parameters<FastifyRateLimitStore['incr']>): void {
      const { calls, leftMs } = counts.add(this.#name, subject, most)
      done(null, { current: calls, ttl: leftMs })
    }

    child(route: Route): FastifyRateLimitStore {
      return new Store(route)
    }
  } as FastifyRateLimitStoreCtor
}
