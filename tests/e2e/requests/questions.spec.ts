import { newRules } from '#contract/requests/type-rules.ts'
import { ask } from '#e2e/ask-database.ts'
import { expect, expectAccessible, longStep, startSession, step } from '#e2e/fixtures.ts'
import { lettersTo } from './letters.ts'
import {
  desk,
  fillBirthDate,
  finishedAtAllWidths,
  goOn,
  phone,
  saveElsewhere,
  test,
} from './request-pages.ts'

test.use({ hasOwnPage: true })

test('a form asks in the club’s own words, and somebody answers, pays and names a proposer', async ({
  page,
  browser,
  baseURL,
  databaseUrl,
}) => {
  const context = await browser.newContext({ viewport: phone, baseURL: baseURL! })
  const patron = await context.newPage()
  let reference = ''

  await step(page, 'questions are added, put in order, and hang on each other', async () => {
    await startSession(page, 'admin@harbourside.example')
    await saveElsewhere(page, 'harbourside-social', { Questions: [] })
    await page.goto('/businesses/harbourside/request-forms/harbourside-social')
    const question = (n: number) => page.getByRole('group', { name: `Question ${n}`, exact: true })
    const add = async (n: number, label: string, kind: string) => {
      await page.getByRole('button', { name: 'Add a question' }).click()
      await question(n).getByRole('textbox', { name: 'Question' }).fill(label)
      await question(n).getByLabel('Answer', { exact: true }).selectOption(kind)
    }
    await add(1, 'Which sport?', 'Choice')
    await question(1).getByRole('textbox', { name: 'Option 1' }).fill('Bowls')
    await question(1).getByLabel('Fee, with tax').fill('22')
    await add(2, 'Do you play?', 'YesNo')
    await question(2).getByRole('switch', { name: 'Required' }).check()
    await page.getByRole('button', { name: 'Move question 2 up' }).click()
    await expect(question(1).getByRole('textbox', { name: 'Question' })).toHaveValue('Do you play?')
    await question(2).getByLabel('Asked').selectOption({ label: 'Depending on: Do you play?' })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Choose the answers with which it is asked.')).toBeVisible()
    await question(2).getByRole('checkbox', { name: 'Yes' }).check()
    await add(3, 'Your pension card', 'File')
    await add(4, 'Sign here', 'Signature')
    await add(5, 'Proposer', 'Proposer')
    await finishedAtAllWidths(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Form saved.')).toBeVisible()
  })

  await step(patron, 'the address is chosen by the keys alone', async () => {
    await patron.goto('/apply/harbourside-social')
    await patron.getByLabel('Social').check()
    await goOn(patron)
    await patron.getByLabel('First name').fill('Quinn')
    await patron.getByLabel('Last name').fill('Quest')
    await fillBirthDate(patron, '1988-02-31')
    await goOn(patron)
    await expect(patron.getByText('Enter your date of birth.')).toBeVisible()
    await expect(patron.getByRole('textbox', { name: 'Day' })).toBeFocused()
    await fillBirthDate(patron, '1988-2-9')
    await expectAccessible(patron)
    await goOn(patron)
    await patron.getByLabel('Email address').fill('quinn@example.org')
    const street = patron.getByRole('combobox', { name: 'Home address' })
    await street.fill('7 Wharf Road Balm')
    await expect(patron.getByRole('option').first()).toBeVisible()
    await street.press('ArrowDown')
    await expect(patron.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(patron)
    await street.press('End')
    await expect(patron.getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
    await street.press('Home')
    await street.press('Enter')
    await expect(patron.getByLabel('Postcode')).toHaveValue('2041')
    await street.fill('7 Wharf Road Balma')
    await expect(patron.getByRole('option').first()).toBeVisible()
    await street.press('Escape')
    await expect(patron.getByRole('option').first()).toBeHidden()
    await goOn(patron)
  })

  await step(patron, 'questions are answered, and only those that are asked', async () => {
    await expect(patron.getByRole('heading', { name: 'A few questions' })).toBeVisible()
    await expect(patron.getByText('Which sport?')).toBeHidden()
    await goOn(patron)
    await expect(patron.getByText('Choose one.')).toBeVisible()
    const arrives = Promise.withResolvers<void>()
    await patron.route('**/files', async (route) => {
      await arrives.promise
      await route.continue()
    })
    await patron.getByLabel('Your pension card').setInputFiles({
      name: 'card.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7 a card'),
    })
    await patron.getByLabel('Yes').check()
    await patron.getByLabel('Bowls').check()
    arrives.resolve()
    await expect(patron.getByText('Added: card.pdf')).toBeVisible()
    await expect(patron.getByLabel('Bowls')).toBeChecked()
    const pad = patron.getByRole('img', { name: 'Sign here: not signed yet' })
    await pad.scrollIntoViewIfNeeded()
    const box = (await pad.boundingBox())!
    await patron.mouse.move(box.x + 20, box.y + 20)
    await patron.mouse.down()
    await patron.mouse.move(box.x + 90, box.y + 50, { steps: 5 })
    await patron.mouse.up()
    await expect(patron.getByRole('img', { name: 'Sign here: signed' })).toBeVisible()
    await patron.getByLabel('Their membership number').fill('10150')
    await goOn(patron)
    await expect(patron.getByText('Enter the membership number and the last name.')).toBeVisible()
    await patron.getByLabel('Their last name').fill(await lastNameOf(databaseUrl, '10150'))
    await finishedAtAllWidths(patron)
    await patron.setViewportSize(phone)
    await goOn(patron)
  })

  await step(patron, 'it is paid by what each part costs, and ends with a reference', async () => {
    await expect(patron.getByRole('row', { name: 'Which sport? Bowls $22.00' })).toBeVisible()
    await expect(patron.getByRole('row', { name: 'Total includes GST of $2.00 $22.00' })).toBeVisible()
    await patron.getByLabel('I accept the terms.').check()
    await expectAccessible(patron)
    await patron.getByRole('button', { name: 'Continue to pay $22.00' }).click()
    await patron.getByRole('button', { name: 'Pay $22.00', exact: true }).click()
    await expect(patron.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    reference = /reference is (\w{8})/.exec(await patron.getByText('Your reference is').innerText())![1]!
    await expect(patron.getByRole('definition').filter({ hasText: 'Bowls' })).toBeVisible()
    await expect(patron.getByRole('button', { name: 'Print' })).toBeVisible()
    await finishedAtAllWidths(patron)
    const letters = await lettersTo(databaseUrl, 'quinn@example.org')
    expect(letters.find(({ kind }) => kind === 'request received')?.body).toContain(reference)
  })

  await step(page, 'staff find it by its reference, with file, signature and proposer', async () => {
    await page.setViewportSize(desk)
    await page.goto('/businesses/harbourside/membership-requests')
    await page.getByRole('searchbox', { name: 'Search requests...' }).fill(reference)
    await page
      .getByRole('row', { name: /Quinn Quest/ })
      .getByRole('link', { name: 'Finalise' })
      .click()
    await expect(page.getByRole('img', { name: 'Sign here: Signed' })).toBeVisible()
    await expect(page.getByText('Not confirmed yet')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'card.pdf' }).click()
    expect((await download).suggestedFilename()).toMatch(/^request-.+\.pdf$/)
    await finishedAtAllWidths(page)
  })

  await step(patron, 'the proposer confirms by the link that was sent to them', async () => {
    const letters = await lettersTo(databaseUrl, null)
    const letter = letters.find(({ kind }) => kind === 'sponsor link')!
    const link = new URL(/https?:\S+#sponsor=\S+/.exec(letter.body)![0])
    await patron.goto('about:blank')
    await patron.goto(link.pathname + link.hash)
    await expect(patron.getByRole('heading', { name: 'Quinn Quest names you as proposer' })).toBeVisible()
    await finishedAtAllWidths(patron)
    await patron.getByRole('button', { name: 'Confirm' }).click()
    await expect(patron.getByText('Thank you. You have confirmed it.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Proposer confirmed')).toBeVisible()
  })
  await context.close()
})

test('somebody goes from an empty form to their digital card in one go', async ({
  page,
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ viewport: phone, baseURL: baseURL! })
  const patron = await context.newPage()

  await step(page, 'a form has people accepted without a review, with a card', async () => {
    await startSession(page, 'admin@harbourside.example')
    const Rules = { ...newRules('Registration'), Review: 'Never' }
    await saveElsewhere(page, 'harbourside-social', {
      Questions: [],
      MembershipTypes: [{ Key: 'Social', Fee: 11, TaxPercent: 10, Rules }],
      PassConfigurationId: 'member-card',
    })
  })

  await step(patron, 'they fill it in and pay', async () => {
    await patron.goto('/apply/harbourside-social')
    await patron.getByLabel('Social').check()
    await goOn(patron)
    await patron.getByLabel('First name').fill('Cora')
    await patron.getByLabel('Last name').fill('Cardew')
    await fillBirthDate(patron, '1991-4-3')
    await goOn(patron)
    await patron.getByLabel('Email address').fill('cora@example.org')
    await goOn(patron)
    await patron.getByLabel('I accept the terms.').check()
    await patron.getByRole('button', { name: 'Continue to pay $11.00' }).click()
    await patron.getByRole('button', { name: 'Pay $11.00', exact: true }).click()
    // The page waits until they are accepted.
    await expect(patron.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  })

  await step(patron, 'the same page has their card', async () => {
    await expect(patron.getByText('You paid $11.00.')).toBeVisible()
    await finishedAtAllWidths(patron)
    await patron.setViewportSize(phone)
    await patron.getByRole('link', { name: 'Add your card' }).click()
    await expect(patron.getByRole('heading', { name: 'Cora, your digital membership card' })).toBeVisible()
    await patron.getByRole('button', { name: 'Take my card' }).click()
    await expect(patron.getByText('The card is yours.')).toBeVisible()
    await expectAccessible(patron)
  })

  // That they are a member by then: applications.test.ts; that a member is found by name: members-list.spec.ts.
  await longStep(page, 'staff see who was accepted', async () => {
    await page.goto('/businesses/harbourside/members')
    await page.getByRole('searchbox').first().fill('Cardew')
    await expect(page.getByRole('row', { name: /Cardew/ })).toBeVisible()
  })
  await context.close()
})

async function lastNameOf(databaseUrl: string, number: string): Promise<string> {
  const [member] = await ask<{ name: string }>(
    databaseUrl,
    `select last_name as name from member where business_id = 'harbourside' and membership_number = $1`,
    [number],
  )
  return member!.name
}
