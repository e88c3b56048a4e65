import type { IncomingMessage, ServerResponse } from 'node:http'
import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import helmet from 'helmet'
import { type CallCounts, networkOf } from '#platform/limits'
import { countedBy } from './rate-limit-store.ts'
import { onEveryRoute } from './server.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A script or style is under the rules of the page that has it; those for pages would be half of a small one. */
    isPartOfPage?: boolean
  }
}

/** Headers for every answer, compression, and the rate limit that routes open to anyone ask for. */
export async function harden(
  app: FastifyInstance,
  options: { isHttps: boolean; counts?: CallCounts },
): Promise<void> {
  // An answer of the API belongs to one user at one moment; files say for themselves how long they keep.
  const forPages = { ...protectiveHeaders(options.isHttps), 'cache-control': 'no-store' }
  // What is no page and may not be taken for one needs none of the rules for pages.
  const forData = Object.fromEntries(Object.entries(forPages).filter(([name]) => namesForData.has(name)))
  const giving =
    (headers: Record<string, string>): onRequestHookHandler =>
    (request, reply, done) => {
      reply.headers(headers).header('x-request-id', request.id)
      done()
    }
  onEveryRoute(app, 'onRequest', ({ endpoint, isPartOfPage }) =>
    giving(endpoint === undefined && !isPartOfPage ? forPages : forData),
  )
  await app.register(rateLimit, {
    global: false,
    ...(options.counts && { store: countedBy(options.counts) }),
    // Who has one address of IPv6 has all of its network.
    keyGenerator: (request) => networkOf(request.ip),
  })
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // What is unpacked has no bound: a few kilobytes can be gigabytes.
    globalDecompression: false,
  })
}

const namesForData = new Set([
  'cache-control',
  'cross-origin-resource-policy',
  'strict-transport-security',
  'x-content-type-options',
])

/** What helmet would set on every answer, asked of it once: it works its headers out anew each time, slowly. */
function protectiveHeaders(isHttps: boolean): Record<string, string> {
  const headers: Record<string, string> = {}
  const listener = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  }
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        // The kit sets sizes and colours in style attributes; scripts come from files alone.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    strictTransportSecurity: isHttps,
    referrerPolicy: { policy: 'same-origin' },
  })({} as IncomingMessage, listener as unknown as ServerResponse, () => undefined)
  return headers
}
