import { delimiter, dirname, resolve } from 'node:path'
import { build } from '#tools/build.mjs'
import { ensureChromium } from '#tools/chromium.mjs'
import { main, prepare } from '#tools/prepare.mjs'
import { check, suite, tool } from './checks.mjs'
import { failuresOfPlaywright, failuresOfVitest } from './failures.mjs'

/** @typedef {import('./checks.mjs').Score} Score */

/** @type {import('./checks.mjs').Runner} */
const vitest = {
  command: 'vitest',
  args: (report) => ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  env: () => ({}),
  count: (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    failures: failuresOfVitest(report),
  }),
}

/** @type {import('./checks.mjs').Runner} */
const playwright = {
  command: 'playwright',
  // What a server test or another journey holds already is played by `npm run test:browser`.
  args: () => ['test', '--grep-invert=@long', '--reporter=list,json'],
  env: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
  count: ({ stats, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped,
    failures: failuresOfPlaywright(suites),
  }),
}

await main(async () => {
  const node = await prepare()
  process.env.PATH = [dirname(node), resolve('node_modules/.bin'), process.env.PATH].join(delimiter)
  const isWhole = !process.argv.includes('--fast')
  // The checks take a part of the machine: what the browser tests need is made beside them, and server tests begin.
  const beside = checks()
  const scores = isWhole ? (await Promise.all([pages(node), browser(node)])).flat() : []
  scores.push(await suite('server tests', vitest), ...(await beside))
  if (isWhole) scores.push(await suite('browser tests', playwright))

  const sum = (/** @type {'passed' | 'failed'} */ kind) =>
    scores.reduce((total, score) => total + score[kind], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  // Once more at the end: of a long run, a log often keeps no more than that.
  for (const failure of scores.flatMap((score) => score.failures)) console.log(`✗ ${failure}`)
  if (sum('failed') > 0) process.exitCode = 1
})

function checks() {
  return Promise.all([
    check('format', tool('oxfmt', '--check')),
    check('lint', tool('oxlint', '--format=stylish')),
    // Each of several threads would work the same types out for itself: twice the work, beside others who have the machine.
    check('types', tool('tsc', '--build', '--singleThreaded')),
    check('unused code', tool('knip')),
  ])
}

async function pages(/** @type {string} */ node) {
  return [
    await check('web build', () => build(node)),
    await check('size of the first page', tool('node', 'tools/size-check.mjs')),
  ]
}

async function browser(/** @type {string} */ node) {
  return [await check('Chromium at hand', () => ensureChromium(node))]
}
