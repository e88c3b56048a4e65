import type { Server, Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const everyMs = 50
// Whoever connected just before we stopped listening is about to ask: on a busy machine not at once.
const turnsToAsk = 20

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

const mostTurns = 1_000

/**
 * Ends the listening in a moment in which nobody waits to be let in: the system lets callers in line whom Node.js takes in
 * one a turn, and hangs up on those who are in line at the end, whatever they have sent. To be the last hook before the
 * framework would do so, some turns later.
 */
export async function endListening(server: Server): Promise<void> {
  if (!server.listening) return
  let hasArrived = true
  const note = () => {
    hasArrived = true
  }
  server.on('connection', note)
  for (let turn = 0; hasArrived && turn < mostTurns; turn++) {
    hasArrived = false
    await nextTurn()
  }
  server.off('connection', note)
  server.close()
}
