import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import sharp from 'sharp'
import { defineConfig, type Plugin } from 'vite'

// The pages beside the console, by where their addresses begin: the server has the same table.
const entries = {
  '/scan/': 'door',
  '/apply/': 'patron',
  '/renew/': 'patron',
  '/claim/': 'patron',
  '/contact-change': 'patron',
}

/** In development, too, every address that is no file belongs to an entry, most of them to the console. */
const pages: Plugin = {
  name: 'pages',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      const own = Object.entries(entries).find(([start]) => request.url?.startsWith(start))
      if (request.headers.accept?.includes('text/html')) request.url = `/${own?.[1] ?? 'console'}/index.html`
      next()
    })
  },
}

const inWeb = (path: string) => resolve(import.meta.dirname, 'web', path)

/** The door's icon in the sizes that browsers install an app with: not all of them take a drawing. */
const doorIcons: Plugin = {
  name: 'door-icons',
  async generateBundle() {
    for (const size of [192, 512]) {
      const drawing = sharp(inWeb('public/door/icon.svg'), { density: 1200 })
      const source = await drawing.resize(size).png().toBuffer()
      this.emitFile({ type: 'asset', fileName: `door/icon-${size}.png`, source })
    }
  },
}

const compressible = /^assets\/.*\.(js|css|svg|wasm)$/
// Below this the headers weigh as much as what is saved.
const smallest = 1024

/** Lays a smaller copy beside each asset, once: the server would compress it anew for everyone who comes. */
const compressedCopies: Plugin = {
  name: 'compressed-copies',
  async writeBundle({ dir = '' }, bundle) {
    const copies = Object.values(bundle).map(async (file) => {
      const content = Buffer.from(file.type === 'chunk' ? file.code : file.source)
      if (!compressible.test(file.fileName) || content.length < smallest) return
      const path = resolve(dir, file.fileName)
      // The highest quality takes ten times as long, for three parts of a hundred.
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content, quality))
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
    })
    await Promise.all(copies)
  },
}

// Zod's schemas can write themselves down for OpenAPI, which no page does: with that they are a third larger.
const writesSchemas = /[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/
const zodWithoutOpenApi: Plugin = {
  name: 'zod-without-open-api',
  transform(code, id) {
    const names = /export (?:const|function) (\w+)/g
    const nothing = (name: string) => `export const ${name} = () => () => undefined`
    if (writesSchemas.test(id))
      return [...code.matchAll(names)].map(([, name = '']) => nothing(name)).join('\n')
    return undefined
  },
}

// What neither patrons nor doors load: with theirs among it, a page of theirs would bring the console along and start it.
const consoleOnly =
  /[\\/](web[\\/](console(?![\\/](features[\\/]identity|platform[\\/]questions))|ui)|node_modules[\\/]@(mantine|tabler|tanstack))[\\/]/

// It comes right after the first page, whoever is looking at it, and must not bring along what it has in common with others.
const toaster = /[\\/]web[\\/]ui[\\/]feedback[\\/]toaster\.tsx$/

// What draws passes is the console's, too, and would be taken along with its parts.
const drawsPasses =
  /[\\/](web[\\/]wallet[\\/](?!draw)|contract[\\/](values[\\/](barcodes|colour-values)|passes[\\/]pass-layout))/

// What doors and the console have in common of the register of visitors, likewise.
const ofVisitors = /[\\/]contract[\\/](visitors[\\/]|words[\\/]one-line)/

const htmlOf = (page: string) => inWeb(`${page}/index.html`)

type Modules = { getModuleInfo(id: string): { importedIds: string[] } | null }
let reached: Map<string, string[]> | undefined

/** Which pages need a file at once. */
function pagesOf(id: string, modules: Modules): string | undefined {
  reached ??= reachedFrom(['console', 'door', 'patron'], modules)
  return reached.get(id)?.join('-')
}

/**
 * What a page needs at once, by all the pages that do: each loads a handful of files, and nothing of another's. What more
 * of them need comes first, as a file takes along what it imports.
 */
const firsts = [
  ['console-door-patron'],
  ['console-door', 'console-patron', 'door-patron'],
  ['console', 'door', 'patron'],
].flatMap((sets, rank) =>
  sets.map((pagesOfSet) => ({
    name: (id: string, modules: Modules) =>
      pagesOf(id, modules) === pagesOfSet ? `first-${pagesOfSet}` : null,
    debugName: `first-${pagesOfSet}`,
    tags: ['$initial'],
    priority: 9 - rank,
  })),
)

function reachedFrom(starts: readonly string[], modules: Modules): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const start of starts) {
    const waiting = [htmlOf(start)]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const needing = found.get(id) ?? []
      if (needing.includes(start)) continue
      found.set(id, [...needing, start])
      waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
    }
  }
  return found
}

const toServer = ['/api', '/identity', '/health', '/metrics', '/wallet']
// Set by tools/dev.mjs, which starts the server too.
const serverUrl = process.env.DEV_SERVER_URL

export default defineConfig({
  root: 'web',
  appType: 'mpa',
  plugins: [react(), pages, zodWithoutOpenApi, doorIcons, compressedCopies],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // What is inlined would need `data:` and 'unsafe-inline' in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        console: htmlOf('console'),
        door: htmlOf('door'),
        patron: htmlOf('patron'),
        'service-worker': inWeb('offline/service-worker.ts'),
      },
      output: {
        // A few files, not a hundred: what a first page needs, and what the pages behind it share.
        codeSplitting: {
          groups: [
            ...firsts,
            { name: 'toasts', test: toaster, priority: 3 },
            { name: 'wallet', test: drawsPasses, priority: 2 },
            { name: 'visitors', test: ofVisitors, priority: 2 },
            { name: 'parts', test: consoleOnly, minShareCount: 3, priority: 1 },
          ],
        },
        // A browser looks for a newer one at the same address.
        entryFileNames: ({ name }) =>
          name === 'service-worker' ? 'offline/[name].js' : 'assets/[name]-[hash].js',
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: serverUrl ? Object.fromEntries(toServer.map((path) => [path, serverUrl])) : {},
  },
})
