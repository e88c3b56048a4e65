import { relative } from 'node:path'

/**
 * The tests that failed in a report of Vitest, and the files that didn't come to their tests.
 * @param {any} report
 * @returns {string[]}
 */
export const failuresOfVitest = ({ testResults }) =>
  testResults
    .filter((/** @type {any} */ { status }) => status === 'failed')
    .flatMap((/** @type {any} */ { name, message, assertionResults }) => {
      const file = relative(process.cwd(), name)
      const failed = assertionResults.filter((/** @type {any} */ { status }) => status === 'failed')
      if (failed.length === 0) return [`${file}: ${firstLine(message)}`]
      return failed.map(
        (/** @type {any} */ { fullName, failureMessages }) =>
          `${file} › ${fullName}: ${firstLine(failureMessages[0])}`,
      )
    })

/**
 * The tests that failed in a report of Playwright, wherever its suites hold them.
 * @param {any[]} suites
 * @returns {string[]}
 */
export const failuresOfPlaywright = (suites) =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter((/** @type {any} */ { ok }) => !ok)
      .map(
        (/** @type {any} */ { file, title, tests }) =>
          `${file} › ${title}: ${firstLine(tests[0]?.results.at(-1)?.error?.message)}`,
      ),
    ...failuresOfPlaywright(inner),
  ])

const firstLine = (/** @type {string | undefined} */ text) => (text ?? '').trim().split('\n')[0]
