import { readFile } from 'node:fs/promises'
import type { Page, Route } from '@playwright/test'
import { ask } from '#e2e/ask-database.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleOnBoth,
  longStep,
  signIn,
  startSession,
  step,
  test,
} from '#e2e/fixtures.ts'

const admin = 'admin@harbourside.example'
const finance = 'finance@harbourside.example'
const auditPath = '/businesses/harbourside/audit'
const apiPath = '/api/cherrypay/v1/harbourside/audit'
const listCall = new RegExp(`${apiPath}(\\?|$)`)

const table = (page: Page) => page.getByRole('table', { name: 'Audit' })
const entry = (page: Page, words: string) => table(page).getByRole('link', { name: words })
const panel = (page: Page) => page.getByRole('dialog')
const toast = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })
const downloadButton = (page: Page) => page.getByRole('button', { name: 'Download CSV' })

// What the demo has from before the tests, which leave entries of today themselves.
const before = `to=${new Date(Date.now() - 2 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)}`

const words = 'Alex Admin changed the role Duty Manager'
const people = (page: Page) => table(page).locator('tbody strong')

/** Goes to the audit page as who is signed in. */
async function goToAudit(page: Page, search = '') {
  await page.goto(auditPath + search)
  await expect(page.getByRole('heading', { name: 'Audit', level: 1 })).toBeVisible()
}

async function openAudit(page: Page, search = '') {
  await startSession(page, admin)
  await goToAudit(page, search)
}

test('the audit page', async ({ page }) => {
  await step(page, 'is found in the menu and tells who did what, when and from where', async () => {
    await signIn(page, admin)
    await page.getByRole('link', { name: 'Audit' }).click()
    await expect(page).toHaveURL(auditPath)
    await page.goto(`${auditPath}?${before}`)
    const row = table(page).getByRole('row', { name: 'Alex Admin changed the venues of Pat Promotions' })
    await expect(row).toContainText(/\d+ \w+ 20\d\d, \d+:\d\d [ap]m A[EW]/)
    await expect(row).toContainText('203.0.113.24')
  })

  await step(page, 'records what is done here at once, and goes on with Load more', async () => {
    await goToAudit(page)
    await expect(table(page).getByRole('row').nth(1)).toContainText('Alex Admin signed in')
    await expect(page.getByText(/^30 of \d+ shown$/)).toBeVisible()
    // How many pages there are depends on what other tests have done.
    const more = page.getByRole('button', { name: 'Load more' })
    const first = entry(
      page,
      'Sam Super (super administrator of Hub) created the venue Harbourside Sports Bar',
    )
    await expect(async () => {
      await more.click({ timeout: 1000 }).catch(() => undefined)
      await expect(first).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expect(page.getByText(/^All \d+ shown$/)).toBeVisible()
    await expect(more).toBeHidden()
  })

  await step(page, 'its filters find a person, a kind and a record, and stay in the address', async () => {
    await page.getByLabel('Search by person').fill('alex')
    await expect(page).toHaveURL(/\?person=alex$/)
    await page.getByLabel('Kind').selectOption("Change a user's role")
    await page.getByLabel('Search by record').fill('drew')
    await page.keyboard.press('Enter')
    await expect(page.getByText('All 1 shown')).toBeVisible()
    await expect(entry(page, 'Alex Admin changed the role of Drew Door')).toBeVisible()
    await expect(page).toHaveURL(/person=alex&action=setUserRole&record=drew$/)
    await page.reload()
    await expect(page.getByText('All 1 shown')).toBeVisible()
    await expect(page.getByLabel('Search by record')).toHaveValue('drew')
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect(page.getByText(/^30 of \d+ shown$/)).toBeVisible()
    await expect(page.getByLabel('Search by person')).toHaveValue('')
    await expect(page.getByRole('button', { name: 'Reset' })).toBeHidden()
  })

  // Whose day it is: audit-entries.test.ts.
  await longStep(page, 'they take days as the viewer has them, the last one whole', async () => {
    const today = new Date().toLocaleDateString('en-AU', { timeZone: 'Australia/Sydney' })
    await page.getByLabel('From', { exact: true }).fill(today)
    await page.getByLabel('To', { exact: true }).fill(today)
    await page.keyboard.press('Tab')
    await expect(page).toHaveURL(/from=(\d{4}-\d\d-\d\d)&to=\1$/)
    await expect(page.getByText(/^All \d+ shown$/)).toBeVisible()
    await expect(people(page).first()).toHaveText('Alex Admin')
    await expect(table(page)).not.toContainText('Dana Disabled')
  })

  // The same of a list: members-list.spec.ts.
  await longStep(page, 'filters that leave nothing say so', async () => {
    await goToAudit(page, '?person=zebedee')
    await expect(page.getByText('No entries match these filters.')).toBeVisible()
  })

  // What makes no sense in an address: address-search.test.ts.
  await longStep(page, 'those that make no sense are left out', async () => {
    await goToAudit(page, '?from=yesterday&to=2026-13-45')
    await expect(page.getByText(/^30 of \d+ shown$/)).toBeVisible()
  })

  // The same of a list: members-list.spec.ts.
  await longStep(page, 'says what failed, and tries again', async () => {
    await page.route(listCall, (route) => route.fulfill({ status: 418, json: {} }))
    await goToAudit(page, `?${before}`)
    await expect(page.getByText('The audit trail could not be loaded.')).toBeVisible()
    await expect(page.getByText('HTTP 418 error.')).toBeVisible()
    await page.unroute(listCall)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(entry(page, 'Alex Admin disabled the user Dana Disabled')).toBeVisible()
  })
})

test('an entry @long', async ({ page }) => {
  await openAudit(page)
  await step(page, 'stands in a list that is accessible at a desk and on a phone', async () => {
    await expect(entry(page, words)).toBeVisible()
    await expectAccessibleOnBoth(page)
  })

  await step(page, 'opens beside the list with before and after; Escape gives the focus back', async () => {
    await entry(page, words).click()
    await expect(panel(page)).toHaveAccessibleName(words)
    await expect(panel(page).getByText('Change the roles')).toBeVisible()
    const changes = panel(page).getByRole('table', { name: 'What changed' })
    const permissions = changes.getByRole('row', { name: 'Permissions' })
    await expect(permissions.getByRole('cell').first()).not.toContainText('Award Points')
    await expect(permissions.locator('ins')).toHaveText(['Financial Reports', 'Award Points'])
    await expect(changes.getByRole('row', { name: 'Description' })).toContainText('Runs the floor.')
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
    await expect(entry(page, words)).toBeFocused()
    await expect(page).toHaveURL(auditPath)
  })

  await step(page, 'is accessible at a desk and on a phone', async () => {
    await entry(page, words).click()
    await expect(panel(page).getByRole('table', { name: 'What changed' })).toBeVisible()
    await expectAccessibleOnBoth(page)
  })

  await step(
    page,
    'has an address: it survives a reload, whether the list has it or not, and Back closes it',
    async () => {
      await goToAudit(page, '?person=alex')
      await entry(page, words).click()
      await expect(page).toHaveURL(/person=alex&entry=\d+$/)
      await page.reload()
      await expect(panel(page)).toHaveAccessibleName(words)
      const { searchParams } = new URL(page.url())
      await page.goBack()
      await expect(panel(page)).toBeHidden()
      await expect(page).toHaveURL(`${auditPath}?person=alex`)
      await page.goto(`${auditPath}?person=robin&entry=${searchParams.get('entry')}`)
      await expect(panel(page)).toHaveAccessibleName(words)
    },
  )

  await step(page, 'that isn’t there says so', async () => {
    await goToAudit(page, '?entry=999999')
    await expect(panel(page).getByText('The entry could not be loaded.')).toBeVisible()
    await expect(panel(page).getByText('The entry was not found.')).toBeVisible()
    await expect(panel(page).getByRole('button', { name: 'Go back' })).toBeVisible()
    await expect(panel(page).getByRole('alert')).toBeVisible()
    await expectAccessibleOnBoth(page)
  })
})

test('to who may not read members an entry says what changed of one, and no value @long', async ({
  page,
  databaseUrl,
}) => {
  await ask(
    databaseUrl,
    `with made as (insert into role (business_id, name, permissions)
       values ('harbourside', 'Manager of users', '{User.Management}'))
     update business_user set role_name = 'Manager of users' where email = $1`,
    [finance],
  )
  await ask(
    databaseUrl,
    `insert into audit_entry (business_id, actor_id, actor_name, address, request_id, action, title, record_kind,
       record_id, record_name, before, after)
     values ('harbourside', 'x', 'Alex Admin', '', '', 'updateMember', 'Change a member', 'Member', 'm', 'May Prescott',
       '{"BirthDate": "1931-11-23"}', '{"BirthDate": "1932-11-23"}')`,
  )
  await signIn(page, finance, `${auditPath}?record=prescott`)
  await entry(page, 'Alex Admin changed the birth date of May Prescott').click()
  const changes = panel(page).getByRole('table', { name: 'What changed' })
  await expect(changes.getByRole('row', { name: 'Birth date' })).toContainText('changed')
  await expect(panel(page)).not.toContainText('193')
})

test('the download', async ({ page }) => {
  await step(page, 'saves what the filters leave, under the server’s name', async () => {
    await openAudit(page, `?person=sam&${before}`)
    await expect(page.getByText('All 2 shown')).toBeVisible()
    const downloading = page.waitForEvent('download')
    // It stays for two seconds only.
    const told = toast(page, 'The audit trail has been downloaded.').waitFor()
    await downloadButton(page).click()
    await told
    const file = await downloading
    expect(file.suggestedFilename()).toMatch(/^audit-harbourside-\d\d-\d\d-\d{4}-\d\d-\d\d-\d\d\.csv$/)
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain('Sam Super,deleted the venue The Old Boathouse')
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden()
  })

  // The same for every file: reports.spec.ts, as is what follows.
  await longStep(
    page,
    'that fails says so, with the server’s sentence if it has one, alone if nothing is there',
    async () => {
      const answerWith = async (answer: (route: Route) => Promise<void>) => {
        await page.unrouteAll()
        await page.route(`${apiPath}/csv*`, answer)
        // By a key: what was said of the last one may stand over it.
        await downloadButton(page).press('Enter')
      }
      await goToAudit(page)
      await answerWith((route) =>
        route.fulfill({ status: 404, json: { ErrorMessage: 'There is no report.', ErrorCode: 'not_found' } }),
      )
      await expect(toast(page, 'There is no report.')).toBeVisible()
      await expect(page.getByText('could not be downloaded')).toBeHidden()
      await answerWith((route) =>
        route.fulfill({ status: 409, json: { ErrorMessage: 'Not now.', ErrorCode: 'conflict' } }),
      )
      await expect(toast(page, 'Not now.')).toContainText('The audit trail could not be downloaded.')
      await answerWith((route) => route.abort())
      await expect(toast(page, 'Unknown error.')).toContainText('The audit trail could not be downloaded.')
      await page.unrouteAll()
    },
  )

  await longStep(page, 'shows how much has come, and can be called off', async () => {
    await goToAudit(page)
    // A file that starts and never ends.
    await page.evaluate(() => {
      const really = window.fetch.bind(window)
      window.fetch = (input, init) => {
        if (typeof input !== 'string' || !input.includes('/csv')) return really(input, init)
        const body = new ReadableStream({
          start(controller) {
            controller.enqueue(new Uint8Array(340_000))
            init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
          },
        })
        return Promise.resolve(new Response(body))
      }
    })
    await downloadButton(page).click()
    await expect(page.getByText('340 kB so far')).toBeVisible()
    await expect(downloadButton(page)).toHaveAttribute('aria-disabled', 'true')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('340 kB so far')).toBeHidden()
    await expect(downloadButton(page)).not.toHaveAttribute('aria-disabled')
    await expect(page.getByText('could not be downloaded')).toBeHidden()
  })
})

// Who may: access-matrix.test.ts and withheld.test.ts.
test('the audit page by who looks @long', async ({ page }) => {
  await step(page, 'is closed to people without the permission', async () => {
    await signIn(page, 'reception@harbourside.example')
    await expect(page.getByRole('link', { name: 'Home' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Audit' })).toBeHidden()
    await page.goto(auditPath)
    await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible()
  })

  await step(page, 'of a business where nothing was done says so', async () => {
    await signIn(page, 'super@hub.example', '/businesses/summit-bowls/audit')
    await expect(page.getByText('Nothing has been done here yet.')).toBeVisible()
  })
})
