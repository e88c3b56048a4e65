import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

// What a browser must load before it can show each first page, in bytes of gzip; the members' list stands for those behind
// the door, and is in a file with what lists need (tools/bundle/groups.ts). It and the way in come side by side with what
// is before them.
const budgets = {
  'console/index.html': { js: 125_000, css: 12_500 },
  'console/features/identity/identity-pages.tsx': { js: 138_000, css: 13_000 },
  list: { js: 200_000, css: 17_500 },
  'door/index.html': { js: 120_000, css: 10_000 },
  // For people on their phones, on whatever network there is: 100 kB together.
  'patron/index.html': { js: 95_000, css: 5_000 },
}

/** @type {Record<string, string[]>} */
const before = {
  'console/features/identity/identity-pages.tsx': ['console/index.html'],
  list: ['console/index.html', 'within'],
}

/** @type {Record<string, { file: string, name?: string, imports?: string[], dynamicImports?: string[], css?: string[] }>} */
const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8'))

for (const [page, budget] of Object.entries(budgets)) {
  const files = { js: new Set(), css: new Set() }
  for (const each of [...(before[page] ?? []), page]) collect(each, files)
  for (const kind of /** @type {const} */ (['js', 'css'])) {
    const size = [...files[kind]].reduce(
      (sum, file) => sum + gzipSync(readFileSync(`dist/web/${file}`)).length,
      0,
    )
    console.log(`${page}: ${kind} ${(size / 1000).toFixed(1)} kB gzip of ${budget[kind] / 1000} kB`)
    if (size === 0 || size > budget[kind]) process.exitCode = 1
  }
}

// A file that two entries share may not bring the console along: it would start on a page that isn't its own.
for (const page of ['door/index.html', 'patron/index.html'])
  if ([...reached(page)].some((name) => name === 'console/index.html')) {
    console.log(
      `${page} reaches the console: give what it shares with that a group of its own (vite.config.ts)`,
    )
    process.exitCode = 1
  }

/** All that a page may come to load, at once or later. */
function reached(/** @type {string} */ page) {
  const names = new Set([page])
  for (const name of names)
    for (const next of [...(manifest[name]?.imports ?? []), ...(manifest[name]?.dynamicImports ?? [])])
      names.add(next)
  return names
}

/** Adds the module with all that it imports statically. */
function collect(/** @type {string} */ name, /** @type {{ js: Set<string>, css: Set<string> }} */ files) {
  const chunk = manifest[name] ?? Object.values(manifest).find((each) => each.name === name)
  if (!chunk) throw new Error(`${name} has not been built`)
  if (files.js.has(chunk.file)) return
  files.js.add(chunk.file)
  for (const file of chunk.css ?? []) files.css.add(file)
  for (const imported of chunk.imports ?? []) collect(imported, files)
}
