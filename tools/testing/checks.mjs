import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Trouble, run } from '#tools/run.mjs'

/**
 * @typedef {{ passed: number, failed: number, failures: string[] }} Score `failures`: what failed, a line or two each
 *
 * @typedef {object} Runner a program that runs many tests and writes a report of them
 * @property {string} command
 * @property {(report: string) => string[]} args
 * @property {(report: string) => Record<string, string>} env
 * @property {(report: any) => Score} count
 */

/**
 * Something that is right or wrong as a whole and counts as one; its words are shown when it is wrong.
 * @param {string} title
 * @param {() => Promise<void>} work
 * @returns {Promise<Score>}
 */
export async function check(title, work) {
  const began = Date.now()
  try {
    await work()
    console.log(`✓ ${title} ${((Date.now() - began) / 1000).toFixed(1)} s`)
    return { passed: 1, failed: 0, failures: [] }
  } catch (error) {
    console.log(`✗ ${title}\n${error instanceof Trouble ? error.message : String(error)}`)
    return { passed: 0, failed: 1, failures: [title] }
  }
}

/**
 * The work of a check that a program does, telling by its exit code.
 * @param {string} command
 * @param {string[]} args
 */
export const tool =
  (command, ...args) =>
  async () => {
    const { code, output } = await run(command, args)
    if (code !== 0) throw new Trouble(output)
  }

/**
 * Runs many tests before the reader's eyes; a runner that fails with no failed test counts as one.
 * @param {string} title
 * @param {Runner} runner
 * @returns {Promise<Score>}
 */
export async function suite(title, { command, args, env, count }) {
  console.log(`… ${title}`)
  const folder = mkdtempSync(join(tmpdir(), 'hub-report-'))
  const report = join(folder, 'report.json')
  try {
    const { code } = await run(command, args(report), {
      stdio: 'inherit',
      env: { ...process.env, ...env(report) },
    })
    const score = count(JSON.parse(readFileSync(report, 'utf8')))
    return code === 0 || score.failed > 0
      ? score
      : { ...score, failed: 1, failures: [...score.failures, `${title}: exit code ${code}`] }
  } catch (error) {
    console.log(`✗ ${title}\n${String(error)}`)
    return { passed: 0, failed: 1, failures: [`${title}: ${String(error)}`] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
