import { check, type Score, suite } from '#tools/testing/checks.mjs'
import { failuresOfVitest } from '#tools/testing/failures.mjs'
import { asSuperuser, startDebianPostgres } from './debian-postgres.ts'

// What goes to a database; the rest has none to differ by.
const all = ['server/', 'tests/']
// How lists are read with many members: each version plans by itself.
const plans = 'server/members/search/plans.size.test.ts'
const ofPlansAlone = /plans\.size/

/** The server tests on Debian's PostgreSQL 15, as an owner who is nobody special: those whose paths hold one of these words, or all. */
export async function postgres15({ tests }: { tests: readonly string[] }): Promise<Score[]> {
  const postgres = await startDebianPostgres()
  try {
    const url = await postgres.makeDatabase('hub')
    const owner = await check('the owner is no superuser, and row-level security binds it', () =>
      requireOrdinary(postgres.superuserUrl),
    )
    const env = { TEST_DATABASE_URL: url, TEST_SUPERUSER_URL: postgres.superuserUrl }
    const files = (tests.length > 0 ? tests : all).filter((part) => !ofPlansAlone.test(part))
    const scores = [owner]
    if (files.length > 0) scores.push(await suite('server tests on PostgreSQL 15', vitestOn(env, files)))
    if (tests.length === 0 || tests.some((part) => plans.includes(part))) {
      const ofPlans = { ...env, TEST_DATABASE_URL: await postgres.makeDatabase('plans'), HUB_TEST_SIZE: 'on' }
      scores.push(await suite('plans with many members on PostgreSQL 15', vitestOn(ofPlans, [plans])))
    }
    return scores
  } finally {
    await postgres.stop()
  }
}

/** Runs test files on a given database; those of another folder where one is named. */
export function vitestOn(env: Record<string, string>, files: readonly string[], folder = '.') {
  return {
    command: 'vitest',
    args: (report: string) => [
      'run',
      `--root=${folder}`,
      `--project=${env.HUB_TEST_SIZE ? 'size' : 'all'}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...files,
    ],
    env: () => env,
    count: (report: { numPassedTests: number; numFailedTests: number }) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      failures: failuresOfVitest(report),
    }),
  }
}

async function requireOrdinary(superuserUrl: string): Promise<void> {
  const { rows } = await asSuperuser(superuserUrl, (client) =>
    client.query(`select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as "isSpecial" from pg_roles
      where rolname = 'hub'`),
  )
  if (rows[0]?.isSpecial !== false) throw new Error('the role hub has more rights than it needs')
}
