import { availableParallelism, totalmem } from 'node:os'
import { defineConfig } from 'vitest/config'

// A worker lives through hundreds of files, most of which leave everything behind: with room, it is thrown away at once.
// A container may have less than its machine.
const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
const roomMb = Math.round(memory / 2 ** 20 / 24)

const shared = {
  // Every file has a hub of its own, and no module of the server keeps anything between them: importing them once is enough.
  isolate: false,
  execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64', `--initial-old-space-size=${roomMb}`],
  // What hangs is found; how fast it is, the benchmarks tell. A machine may be five times as slow as the one before.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 120_000 } },
}

/** What goes through every part of a driver: it runs on both, all others run on the plain one by `npm run test:plain`. */
const driverCore = [
  'server/platform/database/{transaction,copy-out,pool,retry-on-deadlock,silent-loss}.test.ts',
  'server/platform/replicas/replicas.test.ts',
  'server/platform/http/idempotency.test.ts',
  'tests/tenancy.test.ts',
]

/** What needs many members, and with them minutes: `npm run test:size`. */
const atSize = '**/*.size.test.ts'
/** What begins with tables in one piece, where all of them are cut by month: `npm run test:operate -- months`. */
const inOnePiece = process.env.HUB_TEST_BY_MONTH
  ? ['**/operations/months/*.test.ts', '**/into-months.test.ts']
  : []

const all = {
  test: {
    ...shared,
    name: 'all',
    setupFiles: ['tests/harness/fresh-modules.ts'],
    include: ['{contract,server,web,tools}/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
    exclude: [atSize, ...inOnePiece],
  },
}
const onPlainDriver = {
  test: { ...shared, name: 'plain driver', include: driverCore, env: { HUB_DATABASE_DRIVER: 'plain' } },
}
const size = {
  test: { ...shared, name: 'size', include: [atSize], hookTimeout: 600_000, testTimeout: 300_000 },
}

export default defineConfig({
  test: {
    globalSetup: ['tests/harness/processes/postgres.ts', 'tests/harness/processes/bundled-server.ts'],
    // Many wait for a clock, or for a process that starts, rather than for the processor: others have it meanwhile.
    maxWorkers: availableParallelism() + 2,
    projects: process.env.HUB_TEST_SIZE ? [size] : [all, onPlainDriver],
    coverage: {
      provider: 'v8',
      include: ['{contract,server}/**/*.ts'],
      // The demo is data, and what a server starts with runs in processes of its own.
      exclude: ['server/demo/**', 'server/main.ts', '**/*.test.ts'],
      reporter: ['json-summary'],
      reportsDirectory: 'dist/coverage',
      // The figures of a run with a failed test are as true as any.
      reportOnFailure: true,
    },
  },
})
