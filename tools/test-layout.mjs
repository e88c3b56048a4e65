import { delimiter, dirname, resolve } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { main, prepare } from './prepare.mjs'
import { run } from './run.mjs'

// Every page at every width; the main pages at a few are part of `npm test`.
await main(async () => {
  const node = await prepare()
  process.env.PATH = [dirname(node), resolve('node_modules/.bin'), process.env.PATH].join(delimiter)
  process.env.HUB_LAYOUT = 'long'
  await ensureChromium(node)
  const { code } = await run('playwright', ['test', 'tests/e2e/layout/', '--reporter=line'], {
    stdio: 'inherit',
  })
  process.exitCode = code
})
