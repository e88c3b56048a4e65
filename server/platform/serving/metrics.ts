import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { Refusal } from '#platform/refusals'
import { isSame } from '#platform/secrets'
import { onEveryRoute } from './server.ts'

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Figures = { statuses: Map<number, number>; counts: number[]; sum: number; total: number }

const nothingYet = (): Figures => ({ statuses: new Map(), counts: buckets.map(() => 0), sum: 0, total: 0 })

/** Counts and times every request, and tells the figures as Prometheus text. */
export function countRequests(app: FastifyInstance, pool: Pool): () => string {
  const figures = new Map<string, Figures>()

  onEveryRoute(app, 'onResponse', (endpoint = 'other') => {
    const its = figures.get(endpoint) ?? nothingYet()
    figures.set(endpoint, its)
    return (_request, reply, done) => {
      const seconds = reply.elapsedTime / 1000
      its.statuses.set(reply.statusCode, (its.statuses.get(reply.statusCode) ?? 0) + 1)
      const bucket = buckets.findIndex((bound) => seconds <= bound)
      if (bucket >= 0) its.counts[bucket]!++
      its.sum += seconds
      its.total++
      done()
    }
  })

  return () => `${lines(figures, pool).join('\n')}\n`
}

const path = '/metrics'
const contentType = 'text/plain; version=0.0.4'

/**
 * Serves the figures, which tell a stranger a lot, to those who have the token. Where a call comes from says nothing:
 * behind a proxy on this machine everybody comes from here.
 */
export function serveMetrics(app: FastifyInstance, figures: () => string, token: string): void {
  app.get(path, async (request, reply) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`))
      throw new Refusal(404, 'not_found', 'There is nothing at this address.')
    return reply.type(contentType).send(figures())
  })
}

/** Serves them on a port of their own, which only this machine reaches, until it is closed. */
export async function openMetricsPort(figures: () => string, port: number) {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== path) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': contentType }).end(figures())
  })
  server.listen({ port, host: '127.0.0.1' })
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function lines(figures: Map<string, Figures>, pool: Pool): string[] {
  return [
    '# TYPE hub_requests_total counter',
    ...[...figures].flatMap(([endpoint, { statuses }]) =>
      [...statuses].map(
        ([status, count]) => `hub_requests_total{endpoint="${endpoint}",status="${status}"} ${count}`,
      ),
    ),
    '# TYPE hub_request_seconds histogram',
    ...[...figures].flatMap(([endpoint, { counts, sum, total }]) => [
      ...buckets.map((bound, i) => {
        const upToBound = counts.slice(0, i + 1).reduce((one, other) => one + other, 0)
        return `hub_request_seconds_bucket{endpoint="${endpoint}",le="${bound}"} ${upToBound}`
      }),
      `hub_request_seconds_bucket{endpoint="${endpoint}",le="+Inf"} ${total}`,
      `hub_request_seconds_sum{endpoint="${endpoint}"} ${sum}`,
      `hub_request_seconds_count{endpoint="${endpoint}"} ${total}`,
    ]),
    '# TYPE hub_database_connections gauge',
    `hub_database_connections{state="open"} ${pool.totalCount}`,
    `hub_database_connections{state="idle"} ${pool.idleCount}`,
    `hub_database_connections{state="waited_for"} ${pool.waitingCount}`,
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    '# TYPE process_start_time_seconds gauge',
    `process_start_time_seconds ${Math.round(Date.now() / 1000 - process.uptime())}`,
  ]
}
