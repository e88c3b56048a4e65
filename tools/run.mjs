import { spawn } from 'node:child_process'

/** What went wrong, in words for the person at the keyboard; any other error is a fault of ours. */
export class Trouble extends Error {}

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs a command to its end and returns its exit code with all it printed; when we are ended, it is too.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
    const kill = () => child.kill()
    const leave = () => process.exit(1)
    process.on('exit', kill)
    for (const signal of signals) process.on(signal, leave)

    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('exit', kill)
      for (const signal of signals) process.off(signal, leave)
      resolve({ code: code ?? 1, output })
    })
  })
}
