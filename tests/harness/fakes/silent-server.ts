import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'

/** A server that takes every request and answers none. The time that a caller gives it is over once it has one. */
export async function openSilentServer() {
  const given: number[] = []
  const asked = Promise.withResolvers<void>()
  const server = createServer(() => asked.resolve())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const timeouts = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    given.push(ms)
    const over = new AbortController()
    void asked.promise.then(() => over.abort(new DOMException('The time is over.', 'TimeoutError')))
    return over.signal
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What callers said how long they would wait. */
    given,
    close: async () => {
      timeouts.mockRestore()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
