import { existsSync } from 'node:fs'
import { installDebianPackages } from './debian.mjs'
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
    // Not every release has the first one.
    if (await installDebianPackages('chromium-headless-shell')) return
    if (await installDebianPackages('chromium')) return
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
