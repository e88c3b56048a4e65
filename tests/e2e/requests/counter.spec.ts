import { expect, expectAccessible, signIn, step } from '#e2e/fixtures.ts'
import { finishedAtAllWidths, test } from './request-pages.ts'

test('a request is paid at the counter in parts, with a discount, and its payments are found again', async ({
  page,
}) => {
  await signIn(page, 'admin@harbourside.example', '/businesses/harbourside/membership-requests?q=Tessa')
  const dialog = page.getByRole('dialog')
  const due = page.getByRole('region', { name: 'To be paid' })

  await step(page, 'a part is taken, and the rest is owing', async () => {
    await page.getByRole('row', { name: /Tessa Quill/ }).click()
    await expect(due).toContainText('$55.00')
    await expect(page.getByRole('button', { name: 'Reject' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Accept' })).toBeHidden()
    await due.getByRole('button', { name: 'Take payment' }).click()
    await dialog.getByLabel('Method').selectOption('Cash')
    await dialog.getByLabel('Amount').fill('60')
    await dialog.getByRole('button', { name: 'Take payment' }).click()
    await expect(dialog.getByText('At most $55.00 is owing.').first()).toBeVisible()
    await dialog.getByLabel('Amount').fill('20')
    await expect(dialog.getByText('$35.00 is left to pay.')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Take payment' }).click()
    await expect(due).toContainText('$35.00')
  })

  await step(page, 'a discount says why', async () => {
    await due.getByRole('button', { name: 'Give a discount' }).click()
    await dialog.getByLabel('Amount').fill('10')
    await dialog.getByRole('button', { name: 'Give the discount' }).click()
    await expect(dialog.getByText('Give a reason for the discount.')).toBeVisible()
    await dialog.getByLabel('Reason').fill('Volunteer at the regatta')
    await dialog.getByRole('button', { name: 'Give the discount' }).click()
    await expect(due).toContainText('$25.00')
  })

  await step(page, 'the link is sent again', async () => {
    await due.getByRole('button', { name: 'Send the payment link' }).click()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('The link is on its way.')).toBeVisible()
    await finishedAtAllWidths(page)
  })

  await step(page, 'with the rest it waits for the decision', async () => {
    await due.getByRole('button', { name: 'Take payment' }).click()
    await dialog.getByLabel('Reference').fill('Slip 4711')
    await dialog.getByRole('button', { name: 'Take payment' }).click()
    await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
    await expect(due).toBeHidden()
  })

  await step(page, 'its payments are among all others, with history and receipt', async () => {
    await page.goto('/businesses/harbourside/payments?q=Tessa')
    const rows = page.getByRole('table', { name: 'Payments' }).getByRole('row')
    await expect(rows).toHaveCount(3)
    await expect(page.getByText('Net $45.00')).toBeVisible()
    await page.getByText('By method and day').click()
    await expect(page.getByRole('table', { name: 'By method' })).toContainText('Card at the counter')
    await finishedAtAllWidths(page)
    await rows.nth(1).click()
    await expect(page.getByRole('region', { name: 'History' })).toContainText('$25.00')
    await finishedAtAllWidths(page)
    await page.getByRole('button', { name: 'Receipt' }).click()
    await expect(dialog).toContainText('Tax invoice')
    await expect(dialog).toContainText('GST in it: $2.27')
    await expectAccessible(page)
  })
})
