import { globSync } from 'node:fs'
import { z } from 'zod'

const contract = new URL('../../../contract/', import.meta.url)

/**
 * The schemas that the contract exports, each under the name of its export: nobody writes a name a second time for the
 * documentation to have it.
 */
export async function namedSchemas(): Promise<Map<string, z.ZodType>> {
  const named = new Map<string, z.ZodType>()
  for (const path of globSync('**/*.ts', { cwd: contract }).filter(isPartOfContract)) {
    const exported = (await import(/* @vite-ignore */ `#contract/${path}`)) as Record<string, unknown>
    for (const [name, schema] of Object.entries(exported).filter(isNamedSchema)) {
      // What is part of a smaller file may be handed on by a larger one.
      if ((named.get(name) ?? schema) !== schema)
        throw new Error(`The contract has two schemas of the name ${name}.`)
      named.set(name, schema)
    }
  }
  return named
}

const isPartOfContract = (path: string) => !path.endsWith('.test.ts')

// Other names are those of parts: a shape of its own begins as types do.
const isNamedSchema = (entry: [string, unknown]): entry is [string, z.ZodType] =>
  /^[A-Z]/.test(entry[0]) && entry[1] instanceof z.ZodType
