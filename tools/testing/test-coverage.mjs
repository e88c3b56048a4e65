import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, relative, resolve } from 'node:path'
import { main, prepare } from '#tools/prepare.mjs'
import { run } from '#tools/run.mjs'

/** @typedef {{ total: number, covered: number }} Count */
/** @typedef {{ lines: Count, branches: Count }} Counts */

// Where vitest.config.ts has it written; gone when a run begins.
const summary = 'dist/coverage/coverage-summary.json'
const mostTold = 10

// The server tests, with every line counted that they run: `npm test` would take a quarter longer for it.
await main(async () => {
  const node = await prepare()
  process.env.PATH = [dirname(node), resolve('node_modules/.bin'), process.env.PATH].join(delimiter)
  const { code } = await run('vitest', ['run', '--coverage', ...process.argv.slice(2)], { stdio: 'inherit' })
  tellCoverage()
  process.exitCode = code ?? 1
})

/** Tells how much of the code the server tests have run, and where the most lines are that none has. */
function tellCoverage() {
  if (!existsSync(summary)) return
  /** @type {{ total: Counts } & Record<string, Counts>} */
  const { total, ...files } = JSON.parse(readFileSync(summary, 'utf8'))
  const told = Object.entries(files)
    .map(([file, { lines }]) => ({ file, lines, missed: lines.total - lines.covered }))
    .filter(({ missed }) => missed > 0)
    .toSorted((a, b) => b.missed - a.missed)
    .slice(0, mostTold)
    .map(({ file, lines, missed }) => `${relative('', file)} (${missed} of ${lines.total})`)
  console.log(
    `\nTests run ${percent(total.lines)} of the lines of server and contract, ${percent(total.branches)} of the branches. ` +
      `Most lines that none runs: ${told.join(', ')}.`,
  )
}

function percent(/** @type {Count} */ { total, covered }) {
  return `${((100 * covered) / total).toFixed(1)}%`
}
