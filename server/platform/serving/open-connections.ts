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

// The system lets callers in line at any time: from its word that nobody is there to the end no longer than this may pass.
const quickMs = 0.25
const patienceMs = 5_000

/**
 * Ends the listening in a moment in which nobody waits to be let in: the system lets callers in line whom Node.js takes in
 * one a turn, and hangs up on those who are in line at the end, whatever they have sent. A turn in which nobody came tells
 * of its beginning alone: who came while it was busy with others is in line, so it has to be a quick one. To be the last hook
 * before the framework would do so, some turns later.
 */
export async function endListening(server: Server): Promise<void> {
  if (!server.listening) return
  let hasArrived = false
  const note = () => {
    hasArrived = true
  }
  server.on('connection', note)
  const began = performance.now()
  for (let turn = began, isQuiet = false; !isQuiet && turn - began < patienceMs;) {
    hasArrived = false
    await nextTurn()
    const now = performance.now()
    isQuiet = !hasArrived && now - turn < quickMs
    turn = now
  }
  server.off('connection', note)
  server.close()
}
