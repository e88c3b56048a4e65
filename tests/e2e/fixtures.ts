import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { cloneDatabase } from '#tests/database.ts'
import { startServer } from '#tests/server.ts'

/** Each worker has a server and a database of its own; a test fails on any error its pages didn't expect. */
export const test = base.extend<object, { serverUrl: string }>({
  serverUrl: [
    async ({}, use) => {
      const database = await cloneDatabase()
      const server = await startServer({ DATABASE_URL: database.url, HUB_DEV_PAGES: 'on' })
      await use(server.url)
      await server.stop()
      await database.drop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ serverUrl }, use) => use(serverUrl),
  context: async ({ context }, use) => {
    const complaints = collectComplaints(context)
    await use(context)
    expect(complaints, 'errors in the pages of this test').toEqual([])
  },
})

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

/** Signs in as one of the demo accounts and opens the console. */
export async function signIn(page: Page, email: string, password = 'demo-password') {
  const answer = await page.request.post('/identity/sign-in', { data: { email, password } })
  expect(answer.ok(), `sign-in of ${email}: ${answer.status()}`).toBe(true)
  await page.goto('/')
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Claims that the page, as it stands, passes WCAG 2.2 AA with landmarks and headings in order. */
export async function expectAccessible(page: Page) {
  const all = await new AxeBuilder({ page }).withTags(standards).disableRules('region').analyze()
  // What floats over the page, a menu or a tooltip, belongs to no landmark.
  const landmarks = await new AxeBuilder({ page }).withRules('region').exclude('[data-portal]').analyze()
  const found = [...all.violations, ...landmarks.violations]
  expect(found.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }))).toEqual(
    [],
  )
}
