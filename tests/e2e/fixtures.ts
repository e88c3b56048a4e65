import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test as base, expect } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { cloneDatabase } from '#tests/database.ts'
import { startServer } from '#tests/server.ts'

/** Each file of tests has a server and a database of its own; a test fails on any error its pages didn't expect. */
export const test = base.extend<{ databaseUrl: string }, { settings: Settings; house: House }>({
  settings: [async ({}, use) => use({ HUB_DEV_PAGES: 'on' }), { scope: 'worker' }],
  house: [
    async ({ settings }, use) => {
      const house = openHouse(settings)
      await use(house)
      await house.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ house }, use, { file }) => use((await house.openFor(file)).url),
  databaseUrl: async ({ house }, use, { file }) => use((await house.openFor(file)).databaseUrl),
  context: async ({ context }, use) => {
    const complaints = collectComplaints(context)
    await use(context)
    expect(complaints, 'errors in the pages of this test').toEqual([])
  },
})

type Settings = Record<string, string>
type House = ReturnType<typeof openHouse>

/** One server at a time: the first test of a file finds the demo as it was made, whatever other files did to theirs. */
function openHouse(settings: Settings) {
  let open: { file: string; url: string; databaseUrl: string; close: () => Promise<void> } | undefined
  const close = async () => open?.close()
  return {
    close,
    async openFor(file: string) {
      if (open?.file === file) return open
      await close()
      const database = await cloneDatabase()
      const server = await startServer({ DATABASE_URL: database.url, ...settings })
      open = {
        file,
        url: server.url,
        databaseUrl: database.url,
        async close() {
          await server.stop()
          await database.drop()
        },
      }
      return open
    },
  }
}

export { expect }

function collectComplaints(context: BrowserContext) {
  const complaints: string[] = []
  context.on('weberror', (event) => complaints.push(String(event.error())))
  context.on('console', (message) => {
    // The browser reports every refused request so; refusals are what many tests are about.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
  })
  context.on('response', (response) => {
    if (response.status() >= 500) complaints.push(`${response.status()} ${response.url()}`)
  })
  return complaints
}

/** Signs in as one of the demo accounts and opens the console, at the page asked for. */
export async function signIn(page: Page, email: string, path = '/') {
  const data = { email, password: 'demo-password' }
  const answer = await page.request.post('/identity/sign-in', { data })
  expect(answer.ok(), `sign-in of ${email}: ${answer.status()}`).toBe(true)
  await page.goto(path)
}

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Claims that the page, as it stands, passes WCAG 2.2 AA with landmarks and headings in order. */
export async function expectAccessible(page: Page) {
  // A dialog gets its name a moment after it opens.
  await expect(page.locator('[role=dialog]:not([aria-labelledby], [aria-label])')).toHaveCount(0)
  // It stays until the next page load: reading it takes as long as many a run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const options = {
    runOnly: standards,
    resultTypes: ['violations' as const],
    selectors: false,
    elementRef: true,
  }
  expect(await page.evaluate(findViolations, options)).toEqual([])
}

/** Runs in the page. What floats over it, a menu or a tooltip, belongs to no landmark. */
async function findViolations(options: RunOptions) {
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options)
  return violations.flatMap(({ id, help, nodes }) => {
    const wrong = nodes.filter(({ element }) => id !== 'region' || !element?.closest('[data-portal]'))
    return wrong.length > 0 ? { id, help, where: wrong.map(({ html }) => html) } : []
  })
}
