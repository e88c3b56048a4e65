import { type Score, suite } from '#tools/testing/checks.mjs'
import { vitestOn } from './postgres15.ts'

/** The server tests with every table cut by month that can be: what the demo has is of one month, what tests do of the next. */
export async function months({ tests }: { tests: readonly string[] }): Promise<Score[]> {
  const files = tests.length > 0 ? tests : ['server/', 'tests/']
  return [await suite('server tests with tables cut by month', vitestOn({ HUB_TEST_BY_MONTH: 'on' }, files))]
}
