import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Trouble, run } from './run.mjs'
import { step } from './step.mjs'

const sources = ['contract', 'web', 'package-lock.json', 'package.json', 'tools/bundle', 'vite.config.ts']
const pages = 'dist/web'
const stamp = 'dist/web.sources'

/**
 * Builds the web pages into dist/web, unless that was done with these very sources.
 * @param {string} node
 */
export async function build(node) {
  const hash = hashOf(sources)
  if (isBuilt(hash)) return
  removeLeftovers()
  // Others may build at the same moment (several npm start): whoever sees the folder sees all of it.
  const part = `${pages}.part-${process.pid}`
  await step('Building the console', async () => {
    const words = ['build', '--logLevel', 'warn', '--emptyOutDir', '--outDir', resolve(part)]
    const { code, output } = await run(node, ['node_modules/vite/bin/vite.js', ...words])
    if (code !== 0) throw new Trouble(`The console couldn't be built:\n${output}`)
  })
  // Another has built the same meanwhile, and may serve it already.
  if (isBuilt(hash)) return rmSync(part, { recursive: true, force: true })
  rmSync(stamp, { force: true })
  putInPlace(part, pages)
  writeFileSync(stamp, hash)
}

function isBuilt(/** @type {string} */ hash) {
  return existsSync(stamp) && existsSync(pages) && readFileSync(stamp, 'utf8') === hash
}

/** @type {(part: string, place: string) => void} */
function putInPlace(part, place) {
  const former = `${part}.former`
  for (;;)
    try {
      // Aside as a whole, for those who read it at this moment.
      if (existsSync(place)) renameSync(place, former)
      renameSync(part, place)
      return rmSync(former, { recursive: true, force: true })
    } catch (error) {
      // Another came first in between.
      const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error)
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(code) || !existsSync(part)) throw error
      rmSync(former, { recursive: true, force: true })
    }
}

/** What builds left that were ended half way. */
function removeLeftovers() {
  if (!existsSync('dist')) return
  for (const name of readdirSync('dist')) {
    const [, builder] = /^web\.part-(\d+)(?:\.former)?$/.exec(name) ?? []
    if (builder && !isRunning(Number(builder))) rmSync(join('dist', name), { recursive: true, force: true })
  }
}

function isRunning(/** @type {number} */ pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
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
