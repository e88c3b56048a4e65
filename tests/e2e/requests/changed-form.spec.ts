import { expect, expectAccessible, startSession, step } from '#e2e/fixtures.ts'
import { fillBirthDate, goOn, phone, saveElsewhere, test } from './request-pages.ts'

test.use({ hasOwnPage: true })

// Its rules: changed-meanwhile.test.ts.
test('a form that changes meanwhile, an answer that is lost, and a tab that forgets @long', async ({
  page,
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ viewport: phone, baseURL: baseURL! })
  const patron = await context.newPage()
  const change = (more: object) => saveElsewhere(page, 'harbourside-social', more)

  await step(page, 'staff have a form without questions', async () => {
    await startSession(page, 'admin@harbourside.example')
    await change({ Questions: [], Terms: 'The first promise.' })
  })

  await step(patron, 'somebody comes to its end, and it asks for more by then', async () => {
    await patron.goto('/apply/harbourside-social')
    await patron.getByLabel('Social').check()
    await goOn(patron)
    await patron.getByLabel('First name').fill('Mia')
    await patron.getByLabel('Last name').fill('Meanwhile')
    await fillBirthDate(patron, '1988-2-9')
    await goOn(patron)
    await patron.getByLabel('Email address').fill('mia@example.org')
    await goOn(patron)
    await patron.getByLabel('I accept the terms.').check()
    await change({
      Questions: [{ Kind: 'Text', Label: 'Your team', IsRequired: true }],
      Terms: 'The second promise.',
    })
    await patron.getByRole('button', { name: 'Send' }).click()
    await expect(patron.getByRole('heading', { name: 'A few questions' })).toBeVisible()
    await expect(patron.getByText('Fill this in.').first()).toBeVisible()
    await expectAccessible(patron)
  })

  await step(patron, 'they answer it, and accept the terms there are', async () => {
    await patron.getByLabel('Your team').fill('The Gulls')
    await goOn(patron)
    await expect(patron.getByText('The second promise.')).toBeVisible()
    await expect(patron.getByLabel('I accept the terms.')).not.toBeChecked()
    await patron.getByLabel('I accept the terms.').check()
    await change({ Terms: 'The third promise.' })
    await patron.getByRole('button', { name: 'Send' }).click()
    await expect(patron.getByText('This form has changed meanwhile')).toBeVisible()
    await expect(patron.getByText('The third promise.')).toBeVisible()
    await expect(patron.getByLabel('I accept the terms.')).not.toBeChecked()
  })

  await step(patron, 'the answer to what they send is lost, and they go on where it is', async () => {
    await patron.getByLabel('I accept the terms.').check()
    await patron.route('**/sessions/submit', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await patron.getByRole('button', { name: 'Send' }).click()
    await expect(patron.getByText('There is no connection at the moment.')).toBeVisible()
    await patron.unroute('**/sessions/submit')
    await patron.getByRole('button', { name: 'Send' }).click()
    await expect(patron.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    await change({ Questions: [] })
    await patron.reload()
    await expect(patron.getByRole('definition').filter({ hasText: 'The Gulls' })).toBeVisible()
  })

  await step(
    patron,
    'who comes from paying to a tab that knows nothing reads that nothing is to be done',
    async () => {
      const other = await context.newPage()
      await other.goto('/apply/harbourside-social?paid=yes')
      await expect(other.getByText('You don’t have to do anything.')).toBeVisible()
      await expectAccessible(other)
      await other.reload()
      await expect(other.getByText('You don’t have to do anything.')).toBeVisible()
      await other.getByRole('button', { name: 'Start a new one' }).click()
      await expect(other.getByLabel('Social')).toBeVisible()
    },
  )
  await context.close()
})
