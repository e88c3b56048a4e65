import { expect, test } from 'vitest'
import { consolePaths } from '#contract/console-paths.ts'
import { pages } from './pages.ts'

test('every path leads to a page, and to one alone', () => {
  expect(pages.map(({ path }) => path).toSorted()).toEqual(Object.values(consolePaths).toSorted())
})
