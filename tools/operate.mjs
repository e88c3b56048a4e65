import { delimiter, dirname, resolve } from 'node:path'
import { main, prepare } from './prepare.mjs'
import { run } from './run.mjs'

// Proofs of what operators are promised, with the packages of a Debian 12: minutes, and so no part of `npm test`.
await main(async () => {
  const node = await prepare()
  process.env.PATH = [dirname(node), resolve('node_modules/.bin'), process.env.PATH].join(delimiter)
  const { code } = await run(node, ['tools/operate/index.ts', ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exitCode = code
})
