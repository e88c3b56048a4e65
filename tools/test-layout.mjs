import { delimiter, dirname, resolve } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { main, prepare } from './prepare.mjs'
import { run } from './run.mjs'

// Every page at every width, or those that Playwright's own options name; the main pages at a few are part of `npm test`.
await main(async () => {
  const node = await prepare()
  process.env.PATH = [dirname(node), resolve('node_modules/.bin'), process.env.PATH].join(delimiter)
  process.env.HUB_LAYOUT = 'long'
  await ensureChromium(node)
  const options = ['tests/e2e/layout/', '--reporter=line', ...process.argv.slice(2)]
  const { code } = await run('playwright', ['test', ...options], { stdio: 'inherit' })
  process.exitCode = code
})
