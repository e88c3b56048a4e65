import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { consolePaths } from '#contract/console-paths.ts'

const starts = new Set(Object.values(consolePaths).map((path) => path.split('/')[1]))
/** A text, or a part of one, that begins as the path of a page does. */
const spelledOut = new RegExp(`["'\`}^]\\\\?/(${[...starts].join('|')})(?![\\w-])`)

const sources = ['contract', 'server', 'web'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`),
)

test('the paths of the console are spelled out in their table alone', () => {
  const found = sources.filter((name) => spelledOut.test(readFileSync(name, 'utf8')))
  expect(found).toEqual(['contract/console-paths.ts'])
})

test('what it looks for would be found', () => {
  for (const text of ["'/businesses'", '`/businesses/${id}`', '`${url}/outbox?x`', '/^\\/businesses$/'])
    expect(spelledOut.test(text)).toBe(true)
  for (const text of ["'/api/outbox'", "'./businesses.ts'", "'/businesses-of-others'"])
    expect(spelledOut.test(text)).toBe(false)
})
