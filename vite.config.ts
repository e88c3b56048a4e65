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

type Modules = {
  getModuleInfo(id: string): { importedIds: string[]; dynamicallyImportedIds: string[] } | null
}
type Reach = ReadonlyMap<string, ReadonlySet<string>>

const pageNames = ['console', 'door', 'patron']
// What starts a page is apart from what it needs: another page that needs some of that, too, must not start it.
const startsPage = /[\\/]web[\\/]\w+[\\/](main\.tsx|index\.html)/
let reach: { atOnce: Reach; ever: Reach } | undefined

/** Which pages need a file at once, and which others later: 'console-door then patron'. Null of what no page begins with. */
function needOf(id: string, modules: Modules): string | null {
  if (startsPage.test(id)) return null
  reach ??= {
    atOnce: reachOf((each) => modules.getModuleInfo(each)?.importedIds ?? []),
    ever: reachOf((each) => {
      const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(each) ?? {}
      return [...importedIds, ...dynamicallyImportedIds]
    }),
  }
  const { atOnce, ever } = reach
  const first = pageNames.filter((page) => atOnce.get(page)?.has(id))
  const later = pageNames.filter((page) => ever.get(page)?.has(id) && !first.includes(page))
  return first.length === 0 ? null : needIn(first, later)
}

const needIn = (first: readonly string[], later: readonly string[]) =>
  first.join('-') + (later.length === 0 ? '' : `-then-${later.join('-')}`)

function reachOf(importsOf: (id: string) => readonly string[]): Reach {
  return new Map(
    pageNames.map((page) => {
      const found = new Set<string>()
      const waiting = [htmlOf(page)]
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        if (found.has(id)) continue
        found.add(id)
        waiting.push(...importsOf(id))
      }
      return [page, found]
    }),
  )
}

const subsetsOf = (names: readonly string[]) =>
  names.reduce<string[][]>((sets, name) => [...sets, ...sets.map((set) => [...set, name])], [[]])

/**
 * What pages begin with, in a handful of files: by those that need it at once and those that need it later, so that none
 * loads what is another's alone. What more of them need ranks first, as a file takes along what it imports.
 */
const firsts = subsetsOf(pageNames).flatMap((first) =>
  subsetsOf(pageNames.filter((page) => !first.includes(page))).map((later) => ({
    name: (id: string, modules: Modules) => {
      const need = needOf(id, modules)
      return need === needIn(first, later) ? `first-${need}` : null
    },
    debugName: `first-${needIn(first, later)}`,
    tags: ['$initial' as const],
    priority: 10 + first.length * 10 + later.length,
  })),
)

const ofOwnName: Readonly<Record<string, string>> = {
  'service-worker': 'offline/[name].js',
  start: 'console/[name].js',
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
        // The console's page names it, so that it doesn't wait for the rest.
        start: inWeb('console/start.ts'),
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
        entryFileNames: ({ name }) => ofOwnName[name] ?? 'assets/[name]-[hash].js',
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: serverUrl ? Object.fromEntries(toServer.map((path) => [path, serverUrl])) : {},
  },
})
