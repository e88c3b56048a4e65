import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { errorBody } from './errors.ts'
import { Refusal } from './refusal.ts'

const builtPages = fileURLToPath(new URL('../../dist/web/', import.meta.url))

// Addresses of ours that aren't pages: an unknown one is an error, not the console.
const services = /^\/(api|identity|health|metrics|wallet|assets)(\/|$)/

/** A page beside the console: where its addresses begin, its file, and what it may do that others may not. */
type Entry = { readonly under: string; readonly page: string; readonly runsWasm?: true }

// An entry of its own is a line here, and one in vite.config.ts.
const entries: readonly Entry[] = [
  { under: '/scan/', page: 'door/index.html', runsWasm: true },
  { under: '/apply/', page: 'patron/index.html' },
  { under: '/renew/', page: 'patron/index.html' },
  { under: '/claim/', page: 'patron/index.html' },
  { under: '/contact-change', page: 'patron/index.html' },
]
const consolePage: Entry = { under: '/', page: 'console/index.html' }

/** Serves the built pages: their files, and a page at every address that is a page's own to route. */
export async function serveConsole(app: FastifyInstance, folder = builtPages): Promise<void> {
  const isBuilt = existsSync(folder)
  if (isBuilt) {
    await app.register(serveStatic, {
      root: folder,
      wildcard: false,
      index: false,
      // Beside each asset lies a smaller copy (vite.config.ts), which is sent in its place and has no address of its own.
      preCompressed: true,
      globIgnore: ['**/*.{br,gz}'],
      cacheControl: false,
      setHeaders: (response, path) => {
        // The names of assets change with their content; everything else is asked for anew.
        const isAsset = path.startsWith(`${folder}assets`)
        response.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
        // Doors and passes have it, each for the pages under their own address.
        if (path === `${folder}offline/service-worker.js`) response.header('service-worker-allowed', '/')
      },
    })
    // Installed, a door starts where its manifest is.
    app.get('/scan/:businessId/:eventId/manifest.webmanifest', (_, reply) =>
      reply.sendFile('door/manifest.webmanifest'),
    )
  }

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage = request.method === 'GET' && !services.test(path)
    if (isPage && isBuilt)
      return sendPage(reply, entries.find(({ under }) => path.startsWith(under)) ?? consolePage)
    return reply
      .code(404)
      .send(errorBody(new Refusal(404, 'not_found', 'There is nothing at this address.'), request.id))
  })
}

function sendPage(reply: FastifyReply, { page, runsWasm }: Entry) {
  const policy = 'content-security-policy'
  if (runsWasm)
    reply.header(policy, `${String(reply.getHeader(policy))};script-src 'self' 'wasm-unsafe-eval'`)
  return reply.sendFile(page)
}
