import { existsSync } from 'node:fs'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The Chromium of this machine, or undefined where Playwright's own is to be used.
 * @returns {string | undefined}
 */
export function findChromium() {
  return process.env.CHROMIUM_PATH ?? installed.find((path) => existsSync(path))
}
