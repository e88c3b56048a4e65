import { resolve } from 'node:path'
import { build, type IndexHtmlTransformContext, type Plugin } from 'vite'
import { firstPages } from '#contract/first-paths.ts'
import { htmlOf, identity, signedInConsole } from './groups.ts'

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>
type Chunk = NonNullable<IndexHtmlTransformContext['chunk']>

const web = resolve(import.meta.dirname, '../../web')
const preloads = /\s*<link rel="modulepreload" crossorigin href="\/([^"]*)">/g

/**
 * Writes start.ts into the console's page, with the names of the files that it has browsers load: a file of its own
 * would wait for a connection behind all that it is to be ahead of.
 */
export const startInline: Plugin = {
  name: 'start-inline',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { filename, bundle }) {
      if (filename !== htmlOf('console') || !bundle) return html
      const files = {
        first: [...html.matchAll(preloads)].map(([, file = '']) => file),
        wayIn: filesOf(bundle, identity),
        within: filesOf(bundle, signedInConsole),
        pages: firstPages.map(({ module }) => filesOf(bundle, resolve(web, module))),
      }
      const script = `<script>{const hubFiles=${JSON.stringify(onceEach(files))};${await scriptOf('console/start.ts')}}</script>`
      return html.replaceAll(preloads, '').replace('<!-- start.ts -->', () => script)
    },
  },
}

type Files = { first: string[]; wayIn: string[]; within: string[]; pages: string[][] }

/** What one list has isn't loaded by the next; the way in and what is behind it are never loaded together. */
function onceEach({ first, wayIn, within, pages }: Files): Files {
  const without = (known: readonly string[]) => (file: string) => !known.includes(file)
  return {
    first,
    wayIn: wayIn.filter(without(first)),
    within: within.filter(without(first)),
    pages: pages.map((files) => files.filter(without([...first, ...within]))),
  }
}

/** The files of a module with all that it imports, and their styles. */
function filesOf(bundle: Bundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk')
  const root = chunks.find(({ moduleIds }) => moduleIds.includes(module))
  if (!root) throw new Error(`${module} is in no file, and is to be loaded early`)
  const found = new Set([root])
  for (const { imports } of found)
    for (const name of imports) {
      const imported = chunks.find(({ fileName }) => fileName === name)
      if (imported && !imported.isEntry) found.add(imported)
    }
  return [...found].flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])])
}

/** A module and what it imports as one script that can stand in a page. */
async function scriptOf(path: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      rolldownOptions: { input: resolve(web, path), output: { format: 'iife' } },
    },
  })
  const [result] = [built].flat()
  if (!result || !('output' in result)) throw new Error(`${path} could not be built`)
  return result.output[0].code.trim()
}
