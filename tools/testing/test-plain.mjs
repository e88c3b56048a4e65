import { delimiter, dirname, resolve } from 'node:path'
import { main, prepare } from '#tools/prepare.mjs'
import { run } from '#tools/run.mjs'

// All server tests on the plain driver; a core of them runs on it in `npm test`.
await main(async () => {
  const node = await prepare()
  process.env.PATH = [dirname(node), resolve('node_modules/.bin'), process.env.PATH].join(delimiter)
  process.env.HUB_DATABASE_DRIVER = 'plain'
  const { code } = await run('vitest', ['run', '--project=all', ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  process.exitCode = code ?? 1
})
