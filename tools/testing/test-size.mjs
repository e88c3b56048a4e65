import { delimiter, dirname, resolve } from 'node:path'
import { main, prepare } from '#tools/prepare.mjs'
import { run } from '#tools/run.mjs'

// The tests that need many members: minutes, and so no part of `npm test`.
await main(async () => {
  const node = await prepare()
  process.env.PATH = [dirname(node), resolve('node_modules/.bin'), process.env.PATH].join(delimiter)
  process.env.HUB_TEST_SIZE = 'on'
  const { code } = await run('vitest', ['run', ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exitCode = code ?? 1
})
