import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Trouble, run } from './run.mjs'
import { step } from './step.mjs'

const neededNode = 24

/** Makes a fresh clone ready to run: installs what package-lock.json asks for, and returns the Node.js to go on with. */
export async function prepare() {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)))
  if (!isInstalled()) await step('Installing packages', install)
  return findNode()
}

/** Whether node_modules holds what package-lock.json asks for; npm writes its list there when all is in place. */
function isInstalled() {
  if (!existsSync('node_modules/.package-lock.json')) return false
  const installed = packagesIn('node_modules/.package-lock.json')
  return Object.entries(packagesIn('package-lock.json')).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' ||
      installed[path]?.version === version ||
      // Made for another kind of machine.
      ((optional || devOptional) && !installed[path]),
  )
}

/** @returns {Record<string, { version: string, optional?: boolean, devOptional?: boolean }>} */
function packagesIn(/** @type {string} */ lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages
}

async function install() {
  const npm = (/** @type {string[]} */ ...command) =>
    run(
      'npm',
      [...command, '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
      {
        shell: process.platform === 'win32',
      },
    )
  // `ci` refuses a lock file that was made where another system's builds couldn't be had; `install` makes do with it.
  if ((await npm('ci')).code === 0) return
  const { code, output } = await npm('install', '--no-save')
  if (code !== 0) throw new Trouble(`npm couldn't install the packages:\n${output}`)
}

/** The Node.js that came with the packages, or this one where it is new enough. */
function findNode() {
  const brought = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))
  if (spawnSync(brought, ['--version']).status === 0) return brought
  if (Number.parseInt(process.versions.node, 10) >= neededNode) return process.execPath
  throw new Trouble(
    `Hub needs Node.js ${neededNode}, and npm has none for ${process.platform}-${process.arch}: install it from nodejs.org.`,
  )
}

/**
 * Runs a tool's work; trouble is told in its own words, and the exit code is 1.
 * @param {() => Promise<void>} work
 */
export async function main(work) {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Trouble ? error.message : error)
    process.exitCode = 1
  }
}
