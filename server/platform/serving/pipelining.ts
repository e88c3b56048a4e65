import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

// Browsers and proxies send the next request of a connection when they have the answer to the last.
const mostUnderWay = 20

/**
 * Ends a connection that sends request upon request without reading what it is answered. Each would be worked on at once,
 * and its answer kept until those before it are read: without a bound one connection takes all there is.
 */
export function boundPipelining(app: FastifyInstance): void {
  const underWay = new WeakMap<Socket, number>()
  app.server.prependListener('request', ({ socket }, response) => {
    const count = (underWay.get(socket) ?? 0) + 1
    underWay.set(socket, count)
    response.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1))
    if (count > mostUnderWay) socket.destroy()
  })
  // What had arrived before its connection was ended is still handed on: nobody waits for it any more.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.raw.socket.destroyed) return done()
    reply.hijack()
  })
}
