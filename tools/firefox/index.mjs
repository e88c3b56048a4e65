import { existsSync } from 'node:fs'
import { delimiter, dirname, resolve } from 'node:path'
import { build } from '#tools/build.mjs'
import { installDebianPackages } from '#tools/debian.mjs'
import { main, prepare } from '#tools/prepare.mjs'
import { Trouble, run } from '#tools/run.mjs'
import { step } from '#tools/step.mjs'

const usual = '/usr/bin/firefox-esr'

// The main pages in Debian's Firefox. Not part of `npm test`: it is another browser to install.
await main(async () => {
  const node = await prepare()
  process.env.PATH = [dirname(node), resolve('node_modules/.bin'), process.env.PATH].join(delimiter)
  const program = process.env.FIREFOX_PATH ?? usual
  if (!existsSync(program)) await step('Getting Firefox', getFirefox)
  await build(node)
  const { code } = await run(node, ['tools/firefox/pages.ts', program], { stdio: 'inherit' })
  process.exitCode = code
})

async function getFirefox() {
  if (await installDebianPackages('firefox-esr')) return
  throw new Trouble(
    'There is no Firefox: install one (Debian: apt-get install firefox-esr), or name yours in FIREFOX_PATH.',
  )
}
