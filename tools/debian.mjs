import { existsSync, readFileSync } from 'node:fs'
import { run } from './run.mjs'

/**
 * Installs packages where this is a Debian and root can be had without a password; false where that isn't so, or fails.
 * @param {string[]} names
 */
export async function installDebianPackages(...names) {
  const asRoot = isDebian() ? await howToBeRoot() : undefined
  if (!asRoot) return false
  const aptGet = async (/** @type {string[]} */ ...args) => {
    const [command = '', ...rest] = [...asRoot, 'apt-get', ...args]
    const { code } = await run(command, rest, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    return code === 0
  }
  await aptGet('update')
  return aptGet('install', '--yes', '--no-install-recommends', ...names)
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
