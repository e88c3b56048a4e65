import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

// What a browser must load before it can show the sign-in page, in bytes of gzip.
const budget = { js: 150_000, css: 20_000 }
const firstModules = ['console/index.html']

/** @type {Record<string, { file: string, imports?: string[], css?: string[] }>} */
const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8'))

const files = { js: new Set(), css: new Set() }
for (const name of firstModules) collect(name)

for (const kind of /** @type {const} */ (['js', 'css'])) {
  const size = [...files[kind]].reduce(
    (sum, file) => sum + gzipSync(readFileSync(`dist/web/${file}`)).length,
    0,
  )
  const verdict = `${kind} ${(size / 1000).toFixed(1)} kB gzip of ${budget[kind] / 1000} kB`
  console.log(verdict)
  if (size > budget[kind]) process.exitCode = 1
}

/** Adds the module with all that it imports statically. */
function collect(/** @type {string} */ name) {
  const chunk = manifest[name]
  if (!chunk || files.js.has(chunk.file)) return
  files.js.add(chunk.file)
  for (const file of chunk.css ?? []) files.css.add(file)
  for (const imported of chunk.imports ?? []) collect(imported)
}
