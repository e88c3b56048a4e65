import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#platform/refusals'
import { isSameSecret } from '#platform/secrets'
import type { Figures } from './figures.ts'

const path = '/metrics'

/**
 * Serves the figures, which tell a stranger a lot, to those who have the token. Where a call comes from says nothing:
 * behind a proxy on this machine everybody comes from here.
 */
export function serveMetrics(app: FastifyInstance, figures: Figures, token: string): void {
  app.get(path, { config: { isAlwaysAnswered: true } }, async (request, reply) => {
    if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`))
      throw new Refusal(404, 'not_found', 'There is nothing at this address.')
    return reply.type(figures.contentType).send(await figures.text())
  })
}

/** Serves them on a port of their own, which only this machine reaches, until it is closed. */
export async function openMetricsPort(figures: Figures, port: number) {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== path) return response.writeHead(404).end()
    const answer = (text: string) =>
      response.writeHead(200, { 'content-type': figures.contentType }).end(text)
    return void figures.text().then(answer, () => response.writeHead(500).end())
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
