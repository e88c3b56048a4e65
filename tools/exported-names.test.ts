import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { api } from '#contract'

// Names that several files export, and why.
const conventional: Readonly<Record<string, string>> = {
  Page: 'What an address shows is fetched from its file by this name.',
  Tab: 'So is a tab of a page,',
  Dialog: 'a dialog that another feature opens,',
  preload: 'and what a page asks for before it is there.',
  call: 'Makes the call of a row: by the console’s client, and by what tries Hub out.',
  lanes: 'A part of `npm run bench` is called as it is asked for;',
  reports: 'so is this one,',
  release: 'and so is each part of `npm run test:operate`.',
}

const kinds = 'async function|function\\*?|async function\\*|const|let|class'
const exported = new RegExp(`^export (?:${kinds}) (\\w+)`, 'gm')

/** The names of functions, constants and classes that a source exports, but for what it only passes on, and types. */
const namesIn = (source: string) => [...source.matchAll(exported)].map(([, name = '']) => name)

const sources = globSync('{contract,server,web,tools}/**/*.{ts,tsx,mjs}').filter(
  (path) => !/\.test\.tsx?$/.test(path),
)

/** By a name, the files that export it. */
const places = new Map<string, string[]>()
for (const path of sources)
  for (const name of new Set(namesIn(readFileSync(path, 'utf8'))))
    places.set(name, [...(places.get(name) ?? []), path])

/** What carries a row out is called as the row: once in the contract or the server, and wherever it is called from. */
const isOfRow = (name: string, files: readonly string[]) =>
  Object.hasOwn(api, name) && files.filter((path) => path.startsWith('server/')).length < 2

test('who searches for what is exported finds the one thing that is called so', () => {
  const doubled = [...places].filter(
    ([name, files]) => files.length > 1 && !Object.hasOwn(conventional, name) && !isOfRow(name, files),
  )
  expect(Object.fromEntries(doubled)).toEqual({})
})

test('every convention is one', () => {
  expect(Object.keys(conventional).filter((name) => (places.get(name)?.length ?? 0) < 2)).toEqual([])
})

test('what it looks for would be found', () => {
  const source = `
export const one = 1
export async function two() {}
export function* three() {}
export async function* four() {}
export class Five {}
export type Six = 6
export { seven } from './seven.ts'
export default function Eight() {}
const nine = 9
`
  expect(namesIn(source)).toEqual(['one', 'two', 'three', 'four', 'Five'])
})
