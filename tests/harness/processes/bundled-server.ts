import { mkdtempSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

/** Files are found from where the code that looks for them was written. */
const placesStay: Plugin = {
  name: 'places-stay',
  transform: (code, id) => ({
    code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
    map: null,
  }),
}

/** Puts the server into one file: of the dozens that tests start as processes, each would read a thousand. */
export default async function bundleServer() {
  // Packages are found from there.
  mkdirSync('dist', { recursive: true })
  const outDir = mkdtempSync(resolve('dist/test-server-'))
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [placesStay],
    build: {
      ssr: 'server/main.ts',
      outDir,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'main.mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  })
  // Workers are started after this and inherit it.
  process.env.TEST_SERVER = join(outDir, 'main.mjs')
  return () => rmSync(outDir, { recursive: true, force: true })
}
