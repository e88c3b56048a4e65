import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { busy } from '#platform/refusals'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It is answered under any pressure: somebody learns of it there. */
    isAlwaysAnswered?: boolean
  }
}

// Beyond it nothing is left to collect, and the next who asks for memory ends the process.
const fullestHeap = 0.9
// Of what the heap may take, for bodies and answers that are kept outside of it.
const largestOutside = 0.5
const lookEveryMs = 1_000
const resolution = 10
// After how long those who are refused may come back, in seconds.
const comeBackAfter = 2

/** Late with what it has taken on, the heap full, too much in buffers. */
export const pressureReasons = ['late', 'heap', 'buffers'] as const
export type PressureReason = (typeof pressureReasons)[number]

/**
 * Refuses requests while the process is late with what it has taken on already, or short of memory: those who are told to
 * come back are a few, those who would wait for ever are all. `onShed` hears why.
 */
export function shedLoad(
  app: FastifyInstance,
  { busyAfterMs }: { busyAfterMs: number },
  onShed: (reason: PressureReason) => void,
): void {
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  let reason: PressureReason | null = null
  const looking = setInterval(() => {
    // Without one there was no time to measure any: the next has it all.
    const lateMs = delays.count === 0 ? 0 : delays.mean / 1e6 - resolution
    delays.reset()
    reason = lateMs > busyAfterMs ? 'late' : memoryShort()
  }, lookEveryMs).unref()
  app.addHook('onClose', async () => {
    clearInterval(looking)
    delays.disable()
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (reason === null || request.routeOptions.config.isAlwaysAnswered) return done()
    onShed(reason)
    done(busy(undefined, comeBackAfter))
  })
}

const { heap_size_limit: largestHeap } = getHeapStatistics()

// The memory of the process as a whole is no measure: what was once taken is seldom given back.
function memoryShort(): PressureReason | null {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  if (heapUsed > largestHeap * fullestHeap) return 'heap'
  return arrayBuffers > largestHeap * largestOutside ? 'buffers' : null
}
