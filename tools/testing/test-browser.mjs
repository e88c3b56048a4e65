import { delimiter, dirname, resolve } from 'node:path'
import { ensureChromium } from '#tools/chromium.mjs'
import { main, prepare } from '#tools/prepare.mjs'
import { run } from '#tools/run.mjs'

// All browser tests in their long form, or those that Playwright's own options name. `npm test` has what isn't tagged `@long`.
await main(async () => {
  const node = await prepare()
  process.env.PATH = [dirname(node), resolve('node_modules/.bin'), process.env.PATH].join(delimiter)
  process.env.HUB_TEST_LONG = 'on'
  await ensureChromium(node)
  const options = ['--reporter=line', ...process.argv.slice(2)]
  const { code } = await run('playwright', ['test', ...options], { stdio: 'inherit' })
  process.exitCode = code
})
