import { readFileSync } from 'node:fs'
import { Trouble } from '#tools/run.mjs'

type Change = readonly [string | RegExp, string]

/** A file of deploy/ with some of it replaced, which has to be there: what is tried is what others are given. */
export function changed(path: string, changes: readonly Change[]): string {
  let text = readFileSync(path, 'utf8')
  for (const [from, to] of changes) {
    const next = text.replaceAll(from, to)
    if (next === text) throw new Trouble(`${path} has no ${from}.`)
    text = next
  }
  return text
}
