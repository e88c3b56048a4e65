import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
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

const patienceMs = 5_000

/**
 * Ends the listening in a moment in which nobody waits to be let in: the system lets callers in line, also while we are busy,
 * whom Node.js takes in one a turn, and hangs up on those who are in line at the end, whatever they have sent. Until then those who
 * come are let in and not heard, as others would come in faster while we serve them. To be the last hook before the framework
 * would do so, some turns later.
 */
export async function endListening(server: Server): Promise<void> {
  if (!server.listening) return
  const letIn: Socket[] = []
  const hearAll = holdBack(server, letIn)
  const until = performance.now() + patienceMs
  for (let isOver = false; !isOver && performance.now() < until;) {
    const before = letIn.length
    await nextTurn()
    isOver = letIn.length === before && (await endsBehindUs(server))
  }
  // Somebody was in line all the time.
  if (server.listening) server.close()
  hearAll()
}

/** Keeps whoever is let in from now on until they are to be heard. */
function holdBack(server: Server, letIn: Socket[]): () => void {
  const hear = server.listeners('connection') as ((socket: Socket) => void)[]
  // What is read ahead would not get to whoever hears them later.
  const pausing = server as Server & { pauseOnConnect?: boolean }
  pausing.pauseOnConnect = true
  server.removeAllListeners('connection').on('connection', (socket) => {
    letIn.push(socket.on('error', ignore))
  })
  return () => {
    pausing.pauseOnConnect = false
    server.removeAllListeners('connection')
    for (const each of hear) server.on('connection', each)
    for (const socket of letIn) {
      server.emit('connection', socket.off('error', ignore))
      socket.resume()
    }
  }
}

const ignore = () => undefined

// The system keeps one place more than it is told to; told of none it takes the next who come for an attack, and says so in its log.
const shortestLine = 1
const usualLine = 511

/**
 * Ends it if nobody is in line. To know that, and that nobody gets there before the end, we take all places ourselves, once
 * there are only two: it is us who are hung up on. Who finds none in that instant tries again in a second, and then finds nobody.
 */
function endsBehindUs(server: Server): Promise<boolean> {
  const own = Array.from({ length: shortestLine + 1 }, () => connectTo(server))
  handleOf(server)?.listen?.(shortestLine)
  return new Promise((settle) => {
    // They connect when this turn's work is done, just before this: they have asked first.
    process.nextTick(() => {
      const areIn = own.every(
        (socket) => !socket.destroyed && (handleOf(socket)?.getpeername?.({}) ?? 0) === 0,
      )
      if (areIn) server.close()
      else handleOf(server)?.listen?.(usualLine)
      for (const socket of own) socket.destroy()
      settle(areIn)
    })
  })
}

function connectTo(server: Server): Socket {
  const { address, port, family } = server.address() as AddressInfo
  const isAnywhere = address === '::' || address === '0.0.0.0'
  const host = isAnywhere ? (family === 'IPv6' ? '::1' : '127.0.0.1') : address
  return connect({ host, port }).on('error', ignore)
}

/** What Node.js has beneath a server or a connection: undocumented, so we do without where it isn't there. */
type Handle = { listen?(places: number): number; getpeername?(into: object): number }

const handleOf = (of: Server | Socket) => Reflect.get(of, '_handle') as Handle | null | undefined
