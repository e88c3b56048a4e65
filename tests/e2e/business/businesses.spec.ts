import type { Page } from '@playwright/test'
import { registerWords } from '#contract/business/register-words.ts'
import { messages } from '#contract/messages.ts'
import { expect, expectAccessibleOnBoth, longStep, signIn, step, test } from '#e2e/fixtures.ts'

const text = messages.business

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search businesses' })

/** Answers the list of businesses with these names. */
async function answerList(page: Page, names: string[], next?: string) {
  await page.route('/api/business/summary**', (route) =>
    route.fulfill({
      json: {
        Results: names.map((name) => ({
          BusinessId: name.toLowerCase(),
          DisplayName: name,
          VenueSummaries: [],
          LicencedHubProducts: [],
          TimeZone: 'Australia/Sydney',
          Revision: '1',
          Standing: 'Open',
          IsVisitNeeded: false,
        })),
        _links: next ? { next: { href: next } } : {},
      },
    }),
  )
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'New Business' })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' }).click()
const find = (page: Page, words: string) => dialog(page).getByRole('searchbox').fill(words)

async function openNew(page: Page) {
  await page.getByRole('button', { name: 'New Business' }).click()
  await expect(dialog(page).getByRole('searchbox')).toBeFocused()
}

/** Leaves the dialog, in which nothing was picked. */
async function close(page: Page) {
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
}

test('the businesses @long', async ({ page }) => {
  await step(page, 'say that the search failed, and why, and try again', async () => {
    await page.route('/api/business/summary**', (route) => route.fulfill({ status: 418 }))
    await signIn(page, 'super@hub.example')
    await expect(page.getByRole('alert')).toContainText(text.searchFailed)
    await expect(page.getByRole('alert')).toContainText(messages.generic.httpError(418))
    await page.unroute('/api/business/summary**')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Summit Bowls')).toBeVisible()
  })

  await step(page, 'are searched by name, in the address too', async () => {
    await expect(page.getByText('Summit Bowls')).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type('valley')
    await expect(page.getByText('Summit Bowls')).toBeHidden()
    await expect(page.getByText('Valley Golf Club')).toBeVisible()
    await expect(page).toHaveURL(/\/businesses\?q=valley$/)
    await page.reload()
    await expect(search(page)).toHaveValue('valley')
    await search(page).fill('no such club')
    await expect(page.getByText(text.noneFound)).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(page.getByText('Summit Bowls')).toBeVisible()
  })

  await step(page, 'are listed with what tells them apart, and open', async () => {
    const row = page.getByRole('row', { name: /Harbourside Leagues Club/ })
    await expect(row).toContainText('Harbourside Main Club, Harbourside Sports Bar')
    await expect(row).toContainText('Pay, Check')
    const ahead = page.waitForRequest(/summary\?businessId=harbourside$/)
    await row.hover()
    await ahead
    await row.click()
    await expect(page).toHaveURL(/\/businesses\/harbourside$/)
  })

  await step(page, 'come a page at a time', async () => {
    await answerList(
      page,
      ['Alpha', 'Beta'],
      'https://hub.example/api/business/summary?continuationToken=two',
    )
    await page.goto('/businesses')
    await expect(page.getByText('2 shown')).toBeVisible()
    await page.unroute('/api/business/summary**')
    await answerList(page, ['Gamma'])
    await page.getByRole('button', { name: messages.generic.loadMore }).click()
    await expect(page.getByRole('row', { name: 'Gamma' })).toBeVisible()
    await expect(page.getByText('All 3 shown')).toBeVisible()
    await page.unroute('/api/business/summary**')
  })

  await step(page, 'are not searched where there is only one', async () => {
    await answerList(page, ['Alone'])
    await page.goto('/businesses')
    await expect(page.getByText('Alone')).toBeVisible()
    await expect(search(page)).toBeHidden()
    await page.unroute('/api/business/summary**')
  })

  await step(page, 'are accessible at a desk and on a phone', async () => {
    await page.goto('/businesses')
    await expect(page.getByText('Summit Bowls')).toBeVisible()
    await expectAccessibleOnBoth(page)
    await page.getByText('Harbourside Leagues Club').click()
    await expect(page.getByRole('heading', { name: text.productsAvailable })).toBeVisible()
    await expectAccessibleOnBoth(page)
  })
})

// Its rules: businesses.test.ts and lookup.test.ts; first-hour.spec.ts begins with one.
test('a new business @long', async ({ page }) => {
  await signIn(page, 'super@hub.example')

  await step(page, 'is offered where there is none yet', async () => {
    await answerList(page, [])
    await page.goto('/')
    await expect(page.getByText(text.noneFound)).toBeVisible()
    await openNew(page)
    await close(page)
    await page.unrouteAll()
    await page.goto('/')
  })

  await step(page, 'must be picked before it is saved, and can be once only', async () => {
    await openNew(page)
    await save(page)
    await expect(dialog(page).getByRole('searchbox')).toHaveAccessibleDescription(text.abnRequired)
    await expect(dialog(page).getByRole('searchbox')).toBeFocused()
    await find(page, 'Summit Bowls')
    await expect(dialog(page)).toContainText(text.alreadyRegistered('Hub'))
    await expect(dialog(page).getByRole('radio', { name: /Summit Bowls/ })).toBeDisabled()
    await close(page)
  })

  // Which check digits fit: abn.test.ts; what the register has by them: lookup.test.ts; the field for an ABN: the last step.
  await longStep(page, 'can be found by ABN and by ACN, once their check digits fit', async () => {
    await openNew(page)
    await dialog(page).getByText('ABN', { exact: true }).click()
    await find(page, '51 824 753 557')
    await expect(dialog(page).getByRole('searchbox')).toHaveAccessibleDescription(/This is not an ABN/)
    await find(page, '50 600 079 196')
    await expect(dialog(page).getByRole('radio', { name: /Harbourside Golf Club/ })).toBeVisible()

    await dialog(page).getByText('ACN', { exact: true }).click()
    await find(page, '600 079 197')
    await expect(dialog(page).getByRole('searchbox')).toHaveAccessibleDescription(/This is not an ACN/)
    await find(page, '600 079 196')
    await expect(dialog(page).getByRole('radio', { name: /Harbourside Golf Club/ })).toBeVisible()
    await close(page)
  })

  await step(page, 'says when the register has nothing, or fails', async () => {
    await openNew(page)
    await find(page, 'no such club')
    await expect(dialog(page)).toContainText('The register has no entry like that.')
    await page.route('/api/business/lookup/**', (route) => route.abort())
    await find(page, 'barossa')
    await expect(dialog(page)).toContainText(text.lookupFailed)
    await page.unroute('/api/business/lookup/**')
    await dialog(page).getByRole('button', { name: 'Retry' }).click()
    await expect(dialog(page).getByRole('radio', { name: /Barossa Tavern/ })).toBeVisible()
    await close(page)
  })

  // The key of a retry: intents.test.ts; a refusal over what was filled in: dialogs.spec.ts and edit-member.spec.ts.
  await longStep(page, 'says why it could not be made, and keeps what was picked', async () => {
    await openNew(page)
    await find(page, 'barossa tavern')
    await dialog(page)
      .getByRole('radio', { name: /Barossa Tavern/ })
      .check()
    const keys: (string | undefined)[] = []
    await page.route('/api/business', (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      return route.abort()
    })
    await save(page)
    await expect(page.getByText(text.createFailedUnknown)).toBeVisible()
    await save(page)
    await expect.poll(() => keys.length).toBe(2)
    expect(keys[0]).toBeTruthy()
    expect(keys[1], 'a retry of the same intent has the same key').toBe(keys[0])

    await page.unroute('/api/business')
    await page.route('/api/business', (route) =>
      route.fulfill({
        status: 409,
        json: { ErrorMessage: 'Somebody was faster.', ErrorCode: 'abn_registered' },
      }),
    )
    await save(page)
    await expect(page.getByText(text.createFailed)).toBeVisible()
    await expect(page.getByText('Somebody was faster.')).toBeVisible()
    await expect(dialog(page).getByRole('radio', { name: /Barossa Tavern/ })).toBeChecked()
    await page.unroute('/api/business')
    await page.keyboard.press('Escape')
    await dialog(page).getByRole('button', { name: 'Discard' }).click()
    await expect(dialog(page)).toBeHidden()
  })

  // A step back asks in edit-member.spec.ts; a dialog with what was changed in dialogs.spec.ts.
  await longStep(page, 'is not lost by a step back without a question', async () => {
    await page.goto('/businesses/summit-bowls')
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Businesses' }).click()
    await page.getByRole('button', { name: 'New Business' }).click()
    await find(page, 'barossa hotel')
    await dialog(page)
      .getByRole('radio', { name: /Barossa Hotel/ })
      .check()
    await page.goBack()
    await expect(dialog(page).getByText('Discard your changes?')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Keep editing' }).click()
    await expect(dialog(page).getByRole('radio', { name: /Barossa Hotel/ })).toBeChecked()
    await page.keyboard.press('Escape')
    await dialog(page).getByRole('button', { name: 'Discard' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'New Business' })).toBeFocused()
  })

  await step(page, 'is found by name with the keyboard, saved and opened', async () => {
    await openNew(page)
    await page.keyboard.type('derwent rowing')
    const found = dialog(page).getByRole('radio', { name: /Derwent Rowing Club/ })
    await expect(found).toBeVisible()
    await expect(dialog(page)).toContainText(/ABN \d\d \d{3} \d{3} \d{3} · TAS 7000/)
    await expectAccessibleOnBoth(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(found).toBeChecked()
    await save(page)
    await expect(page.getByText(text.created)).toBeVisible()
    await expect(page).toHaveURL(/\/businesses\/derwent-rowing-club$/)
    await expect(page.getByText(text.noProduct)).toBeVisible()
  })

  await step(page, 'that the register doesn’t know is made where that is meant', async () => {
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Businesses' }).click()
    await openNew(page)
    await dialog(page).getByText('ABN', { exact: true }).click()
    await find(page, '51 824 753 557')
    await expect(dialog(page).getByRole('searchbox')).toHaveAccessibleDescription(/This is not an ABN/)
    await find(page, '51 824 753 556')
    await dialog(page).getByRole('button', { name: 'Use this ABN all the same' }).click()
    const meant = dialog(page).getByLabel(registerWords.meant)
    await expect(meant).toBeChecked()
    await find(page, '53 004 085 616')
    await expect(meant).toBeHidden()
    await dialog(page).getByRole('button', { name: 'Use this ABN all the same' }).click()
    await save(page)
    const name = dialog(page).getByRole('textbox', { name: 'Name' })
    await expect(name).toBeFocused()
    await expectAccessibleOnBoth(page)
    await name.fill('Tax Club')
    await dialog(page).getByLabel('State').fill('WA')
    await dialog(page).getByLabel('Post code').fill('6000')
    await expect(dialog(page).getByLabel('Time Zone')).toHaveValue('Australia/Perth')
    await meant.uncheck()
    await save(page)
    await expect(dialog(page).getByRole('alert').first()).toHaveText(registerWords.unknown)
    await meant.check()
    await save(page)
    await expect(page).toHaveURL(/\/businesses\/tax-club$/)
  })
})

test('the home of a business', async ({ page }) => {
  await step(page, 'lists its products and what else there is', async () => {
    await signIn(page, 'admin@valley-golf.example')
    const products = page.getByRole('list', { name: 'Products', exact: true }).getByRole('heading')
    await expect(products).toHaveText(['Pay', 'Chat'])
    const launch = page.getByRole('link', { name: /^Launch Chat/ })
    await expect(launch).toHaveAttribute('href', 'https://chat.hub.example')
    await expect(launch).toHaveAttribute('target', '_blank')
    await expect(page.getByRole('heading', { name: text.productsAvailable })).toBeVisible()
    const more = page.getByRole('link', { name: /^FIND OUT MORE/ })
    await expect(more).toHaveText([text.findOutMore])
    await expect(more).toHaveAttribute('href', 'https://www.hub.example/check')
    await expect(page.getByText('Play')).toBeHidden()
    await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
      'href',
      'mailto:support@hub.example?subject=Valley%20Golf%20Club',
    )
  })

  await step(page, 'says when it has none', async () => {
    await signIn(page, 'super@hub.example', '/businesses/summit-bowls')
    await expect(page.getByText(text.noProduct)).toBeVisible()
    await expect(page.getByRole('link', { name: /^FIND OUT MORE/ })).toHaveCount(3)
  })
})
