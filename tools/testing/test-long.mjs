import { readdirSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { main, prepare } from '#tools/prepare.mjs'
import { run } from '#tools/run.mjs'

/** The tests that have a long form: what they import says so. */
const withLongForms = ['contract', 'server', 'tests', 'tools'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
    .filter((file) => readFileSync(file, 'utf8').includes(`'#tests/long.ts'`)),
)

// The long forms of tests; their short forms are part of `npm test`.
await main(async () => {
  const node = await prepare()
  process.env.PATH = [dirname(node), resolve('node_modules/.bin'), process.env.PATH].join(delimiter)
  process.env.HUB_TEST_LONG = 'on'
  const named = process.argv.slice(2)
  const files = named.length > 0 ? named : withLongForms
  const { code } = await run('vitest', ['run', '--project=all', '--testTimeout=3600000', ...files], {
    stdio: 'inherit',
  })
  process.exitCode = code ?? 1
})
