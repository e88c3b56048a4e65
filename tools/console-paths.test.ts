import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { consolePaths } from '#contract/console-paths.ts'
import { doorsPath } from '#contract/door-path.ts'
import { besidePaths } from '#contract/first-paths.ts'
import { patronPaths } from '#contract/patron-paths.ts'

// Pages of development are spelled out where they are shown.
const { dev: _, ...besides } = besidePaths
const paths = [consolePaths, besides, patronPaths, { doorsPath }].flatMap((each) => Object.values(each))
const starts = new Set(paths.map((path) => path.split('/')[1]))
/** A text, or a part of one, that begins as the path of a page does. */
const spelledOut = new RegExp(`["'\`}^]\\\\?/(${[...starts].join('|')})(?![\\w-])`)

const sources = ['contract', 'server', 'web'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`),
)

test('the paths of pages are spelled out in their tables alone', () => {
  const found = sources.filter((name) => spelledOut.test(readFileSync(name, 'utf8')))
  expect(found).toEqual([
    'contract/console-paths.ts',
    'contract/door-path.ts',
    'contract/first-paths.ts',
    'contract/patron-paths.ts',
  ])
})

test('what it looks for would be found', () => {
  for (const text of [
    "'/businesses'",
    '`/businesses/${id}`',
    '`${url}/outbox?x`',
    '/^\\/businesses$/',
    '`${url}/claim/x`',
  ])
    expect(spelledOut.test(text)).toBe(true)
  for (const text of ["'/api/outbox'", "'./businesses.ts'", "'/businesses-of-others'"])
    expect(spelledOut.test(text)).toBe(false)
})
