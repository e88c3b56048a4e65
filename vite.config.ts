import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import sharp from 'sharp'
import { defineConfig, type Plugin } from 'vite'
import { pagesApart } from '#contract/pages-apart.ts'
import { directImports } from './tools/bundle/direct-imports.ts'
import { groups, htmlOf } from './tools/bundle/groups.ts'
import { startInline } from './tools/bundle/start-inline.ts'

/** In development, too, every address that is no file belongs to an entry, most of them to the console. */
const pages: Plugin = {
  name: 'pages',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      const own = pagesApart.find(({ under }) => request.url?.startsWith(under))
      if (request.headers.accept?.includes('text/html')) request.url = `/${own?.page ?? 'console'}/index.html`
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
      // The highest quality saves seven parts of a hundred of a script; the decoder has none to save, and takes long.
      const isCode = /\.(js|css)$/.test(file.fileName)
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: isCode ? 11 : 9 } }
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

const ofOwnName: Readonly<Record<string, string>> = { 'service-worker': 'offline/[name].js' }

const toServer = ['/api', '/identity', '/health', '/metrics', '/wallet']
// Set by tools/dev.mjs, which starts the server too.
const serverUrl = process.env.DEV_SERVER_URL

export default defineConfig({
  root: 'web',
  appType: 'mpa',
  plugins: [react(), pages, zodWithoutOpenApi, directImports, startInline, doorIcons, compressedCopies],
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
        codeSplitting: { groups },
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
