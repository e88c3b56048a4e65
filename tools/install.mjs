import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { Trouble, run } from './run.mjs'
import { step } from './step.mjs'

/** @typedef {{ version: string, optional?: boolean, devOptional?: boolean, os?: string[], cpu?: string[] }} Package */

/** Where the Node.js that comes with the packages lies. */
export const broughtNode = `node_modules/node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}/bin/node`

/** Brings node_modules to what package-lock.json asks for, if it isn't there. */
export async function installPackages() {
  if (isInstalled()) return
  await step('Installing packages', install, progress)
  linkNode()
}

/** npm writes its own list into node_modules when all is in place. */
function isInstalled() {
  if (!existsSync('node_modules/.package-lock.json')) return false
  const installed = packagesIn('node_modules/.package-lock.json')
  return Object.entries(packagesIn('package-lock.json')).every(
    ([path, { version, optional, devOptional }]) =>
      installed[path]?.version === version ||
      // Made for another kind of machine.
      ((optional || devOptional) && !installed[path]),
  )
}

async function install() {
  const npm = (/** @type {string[]} */ ...command) =>
    run(
      'npm',
      [
        ...command,
        '--include=dev',
        '--ignore-scripts',
        '--prefer-offline',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
      ],
      {
        shell: process.platform === 'win32',
      },
    )
  // `ci` refuses a lock file that was made where another system's builds couldn't be had; `install` makes do with it.
  if ((await npm('ci')).code === 0) return
  const { code, output } = await npm('install', '--no-save')
  if (code !== 0) throw new Trouble(`npm couldn't install the packages:\n${output}`)
}

/** npm 10 takes the scripts' link to `node` away together with the packages for other systems. */
function linkNode() {
  const link = 'node_modules/.bin/node'
  if (existsSync(broughtNode) && !existsSync(link)) symlinkSync(relative(dirname(link), broughtNode), link)
}

function progress() {
  const wanted = Object.entries(packagesIn('package-lock.json')).filter(
    ([, { os, cpu }]) => (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true),
  )
  const there = wanted.filter(([path]) => existsSync(`${path}/package.json`))
  return `${Math.floor((100 * there.length) / wanted.length)} %`
}

/** @returns {Record<string, Package>} */
function packagesIn(/** @type {string} */ lockFile) {
  const { '': _project, ...packages } = JSON.parse(readFileSync(lockFile, 'utf8')).packages
  return packages
}
