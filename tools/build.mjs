import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Trouble, run } from './run.mjs'
import { step } from './step.mjs'

const sources = ['contract', 'web', 'package-lock.json', 'package.json', 'tools/bundle', 'vite.config.ts']
const stamp = 'dist/web.sources'

/**
 * Builds the web pages into dist/web, unless that was done with these very sources.
 * @param {string} node
 */
export async function build(node) {
  const hash = hashOf(sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  rmSync(stamp, { force: true })
  await step('Building the console', async () => {
    const { code, output } = await run(node, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'])
    if (code !== 0) throw new Trouble(`The console couldn't be built:\n${output}`)
  })
  writeFileSync(stamp, hash)
}

/** For Playwright, whose tests see the console as it is now. */
export default () => build(process.execPath)

function hashOf(/** @type {string[]} */ paths) {
  const hash = createHash('sha256')
  const files = paths.flatMap(filesIn)
  files.sort()
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

/** @returns {string[]} */
function filesIn(/** @type {string} */ path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)))
}
