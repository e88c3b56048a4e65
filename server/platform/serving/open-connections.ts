import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const everyMs = 50
// Whoever connected just before we stopped listening is about to ask.
const turnsToAsk = 4

/**
 * Has a server end as soon as its requests are answered. Browsers keep connections for what they may ask next, and open
 * some ahead: a server waits for the former for a minute, and for one that was never used as long as it is there.
 */
export function endUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', (done) => {
    if (app.server.listening) {
      let turns = 0
      const ending = setInterval(() => {
        if (app.server.listening) return
        app.server.closeIdleConnections()
        turns += 1
        if (turns < turnsToAsk) return
        for (const socket of unused) socket.destroy()
      }, everyMs)
      app.server.once('close', () => clearInterval(ending))
    }
    done()
  })
}
