import { existsSync, globSync, readFileSync } from 'node:fs'

/**
 * @typedef {{ version: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }> }} Package
 */

// Of `from 'name'`, `import 'name'` and `import('name')`, with the rest of its line: examples in comments are no imports.
const imported = /^(?:import|export|\} from|.*\bimport\().*?'((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^']*)?'/gm

/** The files that run in production: no tests. */
export function serverSources() {
  return globSync('{server,contract}/**/*', { withFileTypes: true })
    .filter((file) => file.isFile() && !file.name.endsWith('.test.ts'))
    .map((file) => `${file.parentPath}/${file.name}`)
    .toSorted()
}

/** Where the packages lie that the server's own files name, and what those need in turn: nothing of the pages', nothing for developing. */
export function serverPackages() {
  /** @type {Record<string, Package>} */
  const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  const named = serverSources()
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(imported)].map(([, name = '']) => name))
  const own = locked[''] ?? { version: '' }
  const embedded = Object.keys(own.optionalDependencies ?? {}).filter((name) => name.startsWith('@embedded-'))
  /** @type {Set<string>} */
  const found = new Set()
  const add = (/** @type {string} */ name, /** @type {string} */ by, /** @type {boolean} */ isOptional) => {
    const path = placeOf(name, by, locked)
    if (!path && isOptional) return
    if (!path) throw new Error(`${by || 'The server'} needs ${name}, which isn't installed.`)
    if (found.has(path)) return
    found.add(path)
    for (const [next, isNextOptional] of needsOf(locked[path] ?? { version: '' }))
      add(next, path, isNextOptional)
  }
  for (const name of new Set(named)) if (own.dependencies?.[name]) add(name, '', false)
  // Of several machines' kinds the one that is installed here.
  for (const name of embedded) add(name, '', true)
  return [...found].toSorted()
}

/** @returns {[string, boolean][]} */
function needsOf(
  /** @type {Package} */ { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta },
) {
  const optional = Object.keys(optionalDependencies ?? {})
  const needed = Object.keys(dependencies ?? {}).filter((name) => !optional.includes(name))
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [
    ...[...needed, ...peers].map((name) => /** @type {[string, boolean]} */ ([name, false])),
    ...optional.map((name) => /** @type {[string, boolean]} */ ([name, true])),
  ]
}

/** Looks for a package as Node.js does: in who needs it, and upwards. */
function placeOf(
  /** @type {string} */ name,
  /** @type {string} */ by,
  /** @type {Record<string, Package>} */ locked,
) {
  const around = by === '' ? [] : by.split('/node_modules/')
  const places = around
    .map((_, depth) => `${around.slice(0, depth + 1).join('/node_modules/')}/`)
    .toReversed()
  return [...places, '']
    .map((place) => `${place}node_modules/${name}`)
    .find((path) => locked[path] && existsSync(`${path}/package.json`))
}
