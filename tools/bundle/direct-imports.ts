import { readFileSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'

// Packages whose one file names all others: whoever imports one part of them seems to need them all.
const barrels = ['core', 'dates', 'form', 'hooks', 'notifications'].map((name) => `@mantine/${name}`)
barrels.push('@tabler/icons-react')

/** Where a name of a package really is, and what it is called there. */
type Place = { readonly file: string; readonly name: string }

/**
 * Imports the parts of large packages from the files they are in. What is bundled stays the same; but which page needs
 * which part can be read off the graph of modules, and so in which file it belongs.
 */
export const directImports: Plugin = {
  name: 'direct-imports',
  apply: 'build',
  enforce: 'post',
  transform(code) {
    if (!barrels.some((barrel) => code.includes(barrel))) return undefined
    return { code: code.replaceAll(imported, direct), map: null }
  },
}

const imported = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["'](${barrels.join('|')})["'];?`, 'g')

function direct(_whole: string, names: string, barrel: string): string {
  const places = placesOf(barrel)
  return specifiers(names)
    .map(([name, local]) => {
      const place = places.get(name)
      const [from, its] = place ? [place.file, place.name] : [barrel, name]
      return `import { ${its} as ${local} } from ${JSON.stringify(from)};`
    })
    .join('')
}

/** 'a, b as c': what each is called there, and here. */
function specifiers(names: string): [name: string, local: string][] {
  const each = names.split(',').map((name) => name.trim().split(/\s+as\s+/))
  return each.filter(([name]) => name !== '').map(([name = '', local = name]) => [name, local])
}

const known = new Map<string, ReadonlyMap<string, Place>>()

function placesOf(barrel: string): ReadonlyMap<string, Place> {
  const places = known.get(barrel) ?? readPlaces(indexOf(barrel))
  known.set(barrel, places)
  return places
}

function indexOf(barrel: string): string {
  const folder = realpathSync(resolve(import.meta.dirname, '../../node_modules', barrel))
  const { module } = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8')) as { module: string }
  return resolve(folder, module)
}

// Either `import { a as b } from './there'` and an `export { b }` further down, or `export { a as b } from './there'`.
function readPlaces(index: string): ReadonlyMap<string, Place> {
  const lines = readFileSync(index, 'utf8').matchAll(/\{([^}]*)\}\s*from\s*["']([^"']*)["']/g)
  const fileAt = (path: string) => (path.startsWith('.') ? resolve(dirname(index), path) : path)
  return new Map(
    [...lines].flatMap(([, names = '', path = '']) =>
      specifiers(names).map(([name, local]) => [local, { file: fileAt(path), name }] as const),
    ),
  )
}
