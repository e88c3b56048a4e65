import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Settings } from './settings.ts'

/** A server with its limits set: size, time, and nothing but JSON until a route asks for more. */
export function createServer(settings: Pick<Settings, 'logLevel' | 'trustProxy'>): FastifyInstance {
  const app = Fastify({
    logger: { level: settings.logLevel },
    genReqId: () => randomUUID(),
    trustProxy: settings.trustProxy,
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
  })
  app.removeContentTypeParser('text/plain')
  return app
}
