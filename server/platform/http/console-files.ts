import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { doorsPath } from '#contract/door-path.ts'
import { sessionCookieName, sessionMark } from '#contract/first-paths.ts'
import { pagesApart } from '#contract/pages-apart.ts'
import { Refusal } from '#platform/refusals'
import { errorBody } from './errors.ts'
import { type Prepared, prepared, sendPrepared } from './prepared.ts'

const builtPages = fileURLToPath(new URL('../../../dist/web/', import.meta.url))

// Addresses of ours that aren't pages: an unknown one is an error, not the console.
const services = /^\/(api|identity|health|metrics|wallet|assets)(\/|$)/

const assets = 'assets/'

/** A page beside the console: where its addresses begin, its file, and what it may do that others may not. */
type Entry = { readonly under: string; readonly page: string; readonly runsWasm: boolean }

// The door reads codes by a decoder that is no script.
const entries: readonly Entry[] = pagesApart.map(({ under, page }) => ({
  under,
  page: `${page}/index.html`,
  runsWasm: page === 'door',
}))
const consolePage: Entry = { under: '/', page: 'console/index.html', runsWasm: false }

/** Serves the built pages: their files, and a page at every address that is a page's own to route. */
export async function serveConsole(app: FastifyInstance, folder: string | null = builtPages): Promise<void> {
  const files = folder !== null && existsSync(folder) ? readFiles(folder) : null
  const inline = new Map([...(files ?? [])].map(([path, { plain }]) => [path, inlineScripts(path, plain)]))
  if (files) {
    // There are hundreds of them: a route for each would make every start slower.
    const sendAsset = (request: FastifyRequest, reply: FastifyReply) => {
      const path = assets + Object.values(request.params as Record<string, string>)[0]
      return sendFile(request, reply, path, files.get(path))
    }
    app.get(`/${assets}:script(^.+\\.(?:js|css)$)`, { config: { isPartOfPage: true } }, sendAsset)
    app.get(`/${assets}*`, sendAsset)
    for (const [path, file] of files)
      if (!path.startsWith(assets))
        app.get(`/${path}`, (request, reply) => {
          // Doors and passes have it, each for the pages under their own address.
          if (path === 'offline/service-worker.js') reply.header('service-worker-allowed', '/')
          return sendFile(request, reply, path, file)
        })
    // Installed, a door starts where its manifest is.
    const manifest = 'door/manifest.webmanifest'
    app.get(`${doorsPath}:businessId/:eventId/manifest.webmanifest`, (request, reply) =>
      sendFile(request, reply, manifest, files.get(manifest)),
    )
  }

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage = request.method === 'GET' && !services.test(path)
    if (isPage && files) {
      const { page, runsWasm } = entries.find(({ under }) => path.startsWith(under)) ?? consolePage
      if (page === consolePage.page && isUnmarked(request)) reply.header('set-cookie', mark)
      allowScripts(reply, [...(runsWasm ? ["'wasm-unsafe-eval'"] : []), ...(inline.get(page) ?? [])])
      return sendFile(request, reply, page, files.get(page))
    }
    return sendNothing(request, reply)
  })
}

/** Answers everywhere else that there is nothing: for a process that people have no business with. */
export function serveNothingElse(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => sendNothing(request, reply))
}

/** All files of a folder, by their paths in it. They are some megabytes, and are read once. */
function readFiles(folder: string): ReadonlyMap<string, Prepared> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
  // Beside each asset lies a smaller copy (vite.config.ts), which is sent in its place and has no address of its own.
  const copies = new Set(names.filter((name) => /\.(br|gz)$/.test(name)))
  const read = (name: string) => readFileSync(join(folder, name))
  const copy = (name: string) => (copies.has(name) ? read(name) : undefined)
  return new Map(
    names
      .filter((name) => !copies.has(name))
      .map((name) => [
        name,
        prepared(typeOf(name), read(name), { br: copy(`${name}.br`), gzip: copy(`${name}.gz`) }),
      ]),
  )
}

const cookiesOf = ({ headers }: FastifyRequest) => headers.cookie?.split('; ') ?? []

/**
 * Sessions that the former version began have no mark beside them: an upgrade signs nobody out. One that has ended has
 * its mark, which says so.
 */
function isUnmarked(request: FastifyRequest): boolean {
  const has = (name: string) => cookiesOf(request).some((cookie) => cookie.startsWith(`${name}=`))
  return has(`__Host-${sessionCookieName}`) && !has(sessionMark)
}

const mark = `${sessionMark}=1; Path=/; SameSite=Lax; Secure`

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
}

const typeOf = (name: string) => types[extname(name).slice(1)] ?? 'application/octet-stream'

function sendFile(request: FastifyRequest, reply: FastifyReply, path: string, file: Prepared | undefined) {
  if (!file) return sendNothing(request, reply)
  // The names of assets change with their content; everything else is asked for anew.
  const isAsset = path.startsWith(assets)
  reply.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
  return sendPrepared(request, reply, file)
}

function sendNothing(request: FastifyRequest, reply: FastifyReply) {
  const refusal = new Refusal(404, 'not_found', 'There is nothing at this address.')
  return reply.code(404).send(errorBody(refusal, request.id))
}

/** Each by its hash: a page runs the scripts that are written in it, and no other that somebody gets into it. */
function inlineScripts(path: string, page: Buffer): string[] {
  if (extname(path) !== '.html') return []
  return [...page.toString().matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}

function allowScripts(reply: FastifyReply, sources: readonly string[]): void {
  const policy = 'content-security-policy'
  if (sources.length > 0)
    reply.header(policy, `${String(reply.getHeader(policy))};script-src 'self' ${sources.join(' ')}`)
}
