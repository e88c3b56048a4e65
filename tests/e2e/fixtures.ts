import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  type Page,
  type Response,
  type ViewportSize,
  type WebError,
} from '@playwright/test'
import { calmWaits } from '#e2e/calm-waits.ts'
import { findViolations } from '#e2e/find-violations.ts'
import { cloneDatabase } from '#tests/database.ts'
import { openServers } from '#tests/processes/servers.ts'

/**
 * Each file of tests has a server and a database of its own; a test fails on any error its pages didn't expect. The
 * tests of a worker use one page after the other, which each leaves as if it were new: to open another, and to read and
 * compile every script anew, takes longer than many a test. `hasOwnPage` is for those that change it for good: its clock,
 * its scripts, its connection.
 */
export const test = base.extend<
  { databaseUrl: string; hasOwnPage: boolean; settings: Settings },
  { house: House; tab: Tab }
>({
  // Of a file's server. Not of a worker: another one would have to read all the code again, and to start a browser.
  settings: [{ HUB_DEV_PAGES: 'on' }, { option: true }],
  house: [
    async ({}, use) => {
      const house = openHouse()
      await use(house)
      await house.close()
    },
    { scope: 'worker' },
  ],
  tab: [
    async ({ browser }, use) => {
      const tab = openTab(browser)
      await use(tab)
      await tab.close()
    },
    { scope: 'worker' },
  ],
  hasOwnPage: [false, { option: true }],
  baseURL: async ({ house, settings }, use, { file }) => use((await house.openFor(file, settings)).url),
  databaseUrl: async ({ house, settings }, use, { file }) =>
    use((await house.openFor(file, settings)).databaseUrl),
  context: async ({ browser, tab, hasOwnPage, viewport, contextOptions }, use, { file }) => {
    const kind = JSON.stringify([viewport, contextOptions])
    const page = await (hasOwnPage ? newPage(browser) : tab.openFor(kind, file))
    const { complaints, stop } = collectComplaints(page.context())
    await use(page.context())
    await (hasOwnPage ? page.context().close() : tab.tidy())
    stop()
    expect(complaints, 'errors in the pages of this test').toEqual([])
  },
  page: async ({ context }, use) => use(context.pages()[0]!),
})

/** Everything is played, and read at every width: `npm run test:browser`. */
export const isLong = process.env.HUB_TEST_LONG === 'on'

/** A step whose rule another test holds, too, which a comment beside it names: played by `npm run test:browser` alone. */
export const longStep: typeof step = async (page, name, body) => {
  if (isLong) await step(page, name, body)
}

/** A step of a journey. It leaves no toast behind: the next step would take it for its own. */
export function step(page: Page, name: string, body: () => Promise<void>): Promise<void> {
  return test.step(name, async () => {
    await body()
    const toasts = page.locator('.mantine-Notification-root')
    // Their crosses: 'Undo' would do something.
    await toasts.locator('.mantine-Notification-closeButton').evaluateAll((buttons) => {
      for (const button of buttons) if (button instanceof HTMLElement) button.click()
    })
    await expect(toasts).toHaveCount(0)
  })
}

type Settings = Record<string, string>
type House = ReturnType<typeof openHouse>
type Tab = ReturnType<typeof openTab>

/**
 * One server at a time: the first test of a file finds the demo as it was made, whatever other files did to theirs. All have
 * one address, for which the browser has kept the scripts.
 */
function openHouse() {
  const servers = openServers()
  let port = '0'
  let open: { file: string; url: string; databaseUrl: string; drop: () => Promise<void> } | undefined
  return {
    async openFor(file: string, settings: Settings) {
      if (open?.file === file) return open
      const { url: databaseUrl, drop } = await cloneDatabase()
      const url = await servers.start({ DATABASE_URL: databaseUrl, PORT: port, ...settings })
      ;({ port } = new URL(url))
      await open?.drop()
      open = { file, url, databaseUrl, drop }
      return open
    },
    async close() {
      await servers.close()
      await open?.drop()
    },
  }
}

async function newPage(browser: Browser) {
  const page = await (await browser.newContext()).newPage()
  await calmWaits(page)
  return page
}

/** One page at a time, for the tests of a worker that want the same kind of page. */
function openTab(browser: Browser) {
  let open: { kind: string; file: string; page: Page; size: ViewportSize | null } | undefined
  const close = async () => open?.page.context().close()
  return {
    close,
    async openFor(kind: string, file: string) {
      if (open?.kind !== kind) {
        await close()
        const page = await newPage(browser)
        open = { kind, file, page, size: page.viewportSize() }
      }
      if (open.file !== file) await forgetOrigin(open.page)
      open.file = file
      return open.page
    },
    /** Leaves nothing behind of what a test has done. */
    async tidy() {
      const { page, size } = open!
      const context = page.context()
      for (const other of context.pages()) if (other !== page) await other.close()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      page.removeAllListeners('request')
      await page.emulateMedia({ media: null })
      await page.mouse.move(0, 0)
      // An address of ours that runs nothing of ours, which would keep something again.
      await page.goto('/health/live')
      await page.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()))
      await context.clearCookies()
      if (size && page.viewportSize()?.width !== size.width) await page.setViewportSize(size)
    },
  }
}

export { expect }

/** Another server has the address from now on: of what the former's pages kept, scripts alone stay. */
async function forgetOrigin(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await devTools.detach()
}

function collectComplaints(context: BrowserContext) {
  const complaints: string[] = []
  const hearError = (event: WebError) => complaints.push(String(event.error()))
  const hearWords = (message: ConsoleMessage) => {
    // The browser reports every refused request so; refusals are what many tests are about.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
  }
  const hearAnswer = (response: Response) => {
    // What a test makes up says so, in a header.
    if (response.status() >= 500 && !('x-made-up' in response.headers()))
      complaints.push(`${response.status()} ${response.url()}`)
  }
  context.on('weberror', hearError).on('console', hearWords).on('response', hearAnswer)
  const stop = () => context.off('weberror', hearError).off('console', hearWords).off('response', hearAnswer)
  return { complaints, stop }
}

/** Signs in as one of the demo accounts, without a page yet. */
export async function startSession(page: Page, email: string) {
  const data = { email, password: 'demo-password' }
  const answer = await page.request.post('/identity/sign-in', { data })
  expect(answer.ok(), `sign-in of ${email}: ${answer.status()}`).toBe(true)
}

/** Signs in as one of the demo accounts and opens the console, at the page asked for. */
export async function signIn(page: Page, email: string, path = '/') {
  await startSession(page, email)
  await page.goto(path)
}

/** Claims that the page, as it stands, passes WCAG 2.2 AA with landmarks and headings in order. */
export async function expectAccessible(page: Page) {
  // A dialog gets its name a moment after it opens.
  await expect(page.locator('[role=dialog]:not([aria-labelledby], [aria-label])')).toHaveCount(0)
  expect(await findViolations(page)).toEqual([])
}

/**
 * Claims it for a desk, which the page is left at, and for a phone. There `npm test` reads every main page
 * (layout.spec.ts) and every part of one (ui.spec.ts); in all that states and dialogs add, it is read in the long form.
 */
export async function expectAccessibleOnBoth(page: Page) {
  const desk = page.viewportSize()!
  await expectAccessible(page)
  if (!isLong) return
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.setViewportSize(desk)
}
