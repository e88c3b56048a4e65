import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { busy } from '#platform/refusals'

// Beyond it nothing is left to collect, and the next who asks for memory ends the process.
const fullestHeap = 0.9
// Of what the heap may take, for bodies and answers that are kept outside of it.
const largestOutside = 0.5
const lookEveryMs = 1_000

/** For routes that are answered under any pressure: those by which somebody learns of it. */
export const underAnyPressure = { pressureHandler: () => undefined }

/**
 * Refuses requests while the process is late with what it has taken on already, or short of memory: those who are told to
 * come back are a few, those who would wait for ever are all. `onShed` hears why.
 */
export async function shedLoad(
  app: FastifyInstance,
  { busyAfterMs }: { busyAfterMs: number },
  onShed: (reason: string) => void,
): Promise<void> {
  const { heap_size_limit: largestHeap } = getHeapStatistics()
  await app.register(underPressure, {
    maxEventLoopDelay: busyAfterMs,
    maxHeapUsedBytes: largestHeap * fullestHeap,
    // The memory of the process as a whole is no measure: what was once taken is seldom given back.
    healthCheck: async () => process.memoryUsage().arrayBuffers < largestHeap * largestOutside,
    healthCheckInterval: lookEveryMs,
    sampleInterval: lookEveryMs,
    pressureHandler: async (_request, _reply, type) => {
      onShed(reasonOf[type] ?? type)
      throw busy(undefined, 2)
    },
  })
}

/** Why requests are refused, by the library's words for it. */
const reasonOf: Readonly<Record<string, string>> = {
  eventLoopDelay: 'late',
  heapUsedBytes: 'heap',
  healthCheck: 'buffers',
}

export const pressureReasons = Object.values(reasonOf)
