import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { errorBody } from './errors.ts'
import { Refusal } from './refusal.ts'

const folder = fileURLToPath(new URL('../../dist/web/', import.meta.url))

// Addresses of ours that aren't pages: an unknown one is an error, not the console.
const services = /^\/(api|identity|health|metrics|wallet|assets)(\/|$)/

/** Serves the built console: its files, and its page at every address that is the console's to route. */
export async function serveConsole(app: FastifyInstance): Promise<void> {
  const isBuilt = existsSync(folder)
  if (isBuilt)
    await app.register(serveStatic, {
      root: folder,
      wildcard: false,
      index: false,
      cacheControl: false,
      setHeaders: (response, path) => {
        // The names of assets change with their content; everything else is asked for anew.
        const isAsset = path.startsWith(`${folder}assets`)
        response.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })

  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !services.test(request.url.split('?')[0] ?? '')
    if (isPage && isBuilt) return reply.sendFile('console/index.html')
    return reply
      .code(404)
      .send(errorBody(new Refusal(404, 'not_found', 'There is nothing at this address.'), request.id))
  })
}
