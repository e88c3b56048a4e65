import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'

/** Headers, compression and the rate limit that routes open to anyone ask for. */
export async function harden(app: FastifyInstance, options: { isHttps: boolean }): Promise<void> {
  await app.register(helmet, {
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
    strictTransportSecurity: options.isHttps,
    referrerPolicy: { policy: 'same-origin' },
  })
  await app.register(rateLimit, { global: false })
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // An answer of the API belongs to one user at one moment; files say for themselves how long they keep.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
