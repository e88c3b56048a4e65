import { delimiter, dirname, resolve } from 'node:path'
import { main, prepare } from '#tools/prepare.mjs'
import { run } from '#tools/run.mjs'

const files = [
  'hostile',
  'hostile-connections',
  'rush',
  'crowd',
  'lost-connections',
  'database-restart',
  'gate',
].map((name) => `tests/${name}.test.ts`)

// The long forms of the tests that attack the server; their short forms are part of `npm test`.
await main(async () => {
  const node = await prepare()
  process.env.PATH = [dirname(node), resolve('node_modules/.bin'), process.env.PATH].join(delimiter)
  process.env.HUB_TEST_LONG = 'on'
  const { code } = await run('vitest', ['run', '--testTimeout=3600000', ...files], { stdio: 'inherit' })
  process.exitCode = code ?? 1
})
