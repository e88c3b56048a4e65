import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './tools/chromium.mjs'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: ['./tools/build.mjs', './tests/harness/processes/postgres.ts'],
  outputDir: 'test-results',
  // Files, not tests, run side by side: each has the database to itself.
  fullyParallel: false,
  // Many wait for a page that waits for a server: two more than a small machine has cores have them meanwhile.
  workers: 4,
  forbidOnly: true,
  // Time enough for a journey on a busy machine; a test that waits in vain is told by those below.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    actionTimeout: 60_000,
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    screenshot: 'only-on-failure',
    // Recording every test takes as much of the machine as the tests do: ask for it with `--trace on`.
    trace: 'off',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      // Pages here live for seconds: making their code faster takes longer than running it, and nobody looks at the pictures.
      args: ['--disable-gpu', '--in-process-gpu', '--js-flags=--no-maglev --no-turbofan'],
      ...(executablePath && { executablePath }),
    },
  },
})
