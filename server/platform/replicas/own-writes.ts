import type { FastifyInstance } from 'fastify'
import { rightNowMs } from '#platform/clock'

const name = 'hub_wrote'
const shape = new RegExp(`(?:^|; *)${name}=(\\d{13})(?:;|$)`)
const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Has the browser say for a while when it last wrote something, so that whichever process it asks next reads where that has arrived.
 * It is no secret and opens nothing: who makes one up is answered by the database itself, as everybody is without replicas.
 */
export function markWrites(
  app: FastifyInstance,
  { longestLagMs, isHttps }: { longestLagMs: number; isHttps: boolean },
): void {
  const terms = `Path=/; Max-Age=${Math.ceil(longestLagMs / 1000) + 5}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!reading.has(request.method))
      reply.header('set-cookie', `${name}=${Math.ceil(rightNowMs())}; ${terms}`)
    done()
  })
}

/** When the caller last wrote something, as far as they say. */
export function wroteAtOf({ cookie }: { readonly cookie?: string | undefined }): number | null {
  const said = shape.exec(cookie ?? '')?.[1]
  // No later than now: nobody has written tomorrow.
  return said === undefined ? null : Math.min(Number(said), rightNowMs())
}
