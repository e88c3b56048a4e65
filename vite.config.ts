import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

/** In development, too, every address that is no file belongs to the console. */
const consolePages: Plugin = {
  name: 'console-pages',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      if (request.headers.accept?.includes('text/html')) request.url = '/console/index.html'
      next()
    })
  },
}

const toServer = ['/api', '/identity', '/health', '/metrics', '/wallet']
// Set by tools/dev.mjs, which starts the server too.
const serverUrl = process.env.DEV_SERVER_URL

export default defineConfig({
  root: 'web',
  appType: 'mpa',
  plugins: [react(), consolePages],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // What is inlined would need `data:` and 'unsafe-inline' in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { console: resolve(import.meta.dirname, 'web/console/index.html') } },
  },
  server: {
    host: '127.0.0.1',
    proxy: serverUrl ? Object.fromEntries(toServer.map((path) => [path, serverUrl])) : {},
  },
})
