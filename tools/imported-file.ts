import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const aliases = Object.entries((JSON.parse(readFileSync('package.json', 'utf8')) as Package).imports)
type Package = { imports: Record<string, string> }

/** The file of ours that an import means; null for a package. */
export function fileOf(imported: string, from: string): string | null {
  if (imported.startsWith('.')) return join(dirname(from), imported)
  for (const [alias, target] of aliases) {
    if (alias === imported) return join(target)
    const [start = '', rest] = alias.split('*')
    if (rest !== undefined && imported.startsWith(start))
      return join(target.replace('*', imported.slice(start.length)))
  }
  return null
}
