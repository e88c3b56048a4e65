import { existsSync, readFileSync } from 'node:fs'
import { Trouble, run } from './run.mjs'
import { step } from './step.mjs'

// The headless shell first: the same engine without a browser's window around it takes half the machine.
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The Chromium of this machine; undefined where there is none and Playwright's own is to be used.
 * @returns {string | undefined}
 */
export function findChromium() {
  return process.env.CHROMIUM_PATH ?? usualPlaces.find((path) => existsSync(path))
}

/**
 * Gets a Chromium where there is none: the system's own on Debian, else the one Playwright downloads.
 * @param {string} node
 */
export async function ensureChromium(node) {
  if (findChromium() || (await hasPlaywrightsOwn())) return
  await step('Getting Chromium', async () => {
    const asRoot = await howToBeRoot()
    if (isDebian() && asRoot && (await installPackage(asRoot))) return
    const { code } = await run(node, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
    if (code !== 0)
      throw new Trouble(
        'There is no Chromium for the tests: install one (Debian: apt-get install chromium), or name yours in CHROMIUM_PATH.',
      )
  })
}

async function hasPlaywrightsOwn() {
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath())
}

function isDebian() {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}

/** What to put before a command so that root runs it; undefined where that takes a password. */
async function howToBeRoot() {
  if (process.getuid?.() === 0) return []
  const sudo = ['sudo', '--non-interactive']
  const isAllowed = await run('sudo', ['--non-interactive', 'true']).then(
    ({ code }) => code === 0,
    () => false,
  )
  return isAllowed ? sudo : undefined
}

async function installPackage(/** @type {string[]} */ asRoot) {
  const aptGet = async (/** @type {string[]} */ ...args) => {
    const [command = '', ...rest] = [...asRoot, 'apt-get', ...args]
    const { code } = await run(command, rest, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    return code === 0
  }
  const install = (/** @type {string} */ name) => aptGet('install', '--yes', '--no-install-recommends', name)
  await aptGet('update')
  // Not every release has the first one.
  return (await install('chromium-headless-shell')) || (await install('chromium'))
}
