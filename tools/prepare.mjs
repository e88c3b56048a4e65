import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { broughtNode, installPackages } from './install.mjs'
import { Trouble } from './run.mjs'

const neededNode = 24

/** Makes a fresh clone ready to run: installs what package-lock.json asks for, and returns the Node.js to go on with. */
export async function prepare() {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)))
  await installPackages()
  return findNode()
}

/** The Node.js that came with the packages, or this one where it is new enough. */
function findNode() {
  const brought = resolve(broughtNode)
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
