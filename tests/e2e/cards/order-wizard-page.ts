import type { Page } from '@playwright/test'
import { expect, signIn } from '#e2e/fixtures.ts'

/** Opens the wizard from the tile of the program whose cards are plastic. */
export async function openWizard(page: Page, email = 'admin@harbourside.example') {
  await signIn(page, email, '/businesses/harbourside/cards')
  await page.getByRole('link', { name: 'Order Harbourside Plastic Card' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Order a card' })).toBeVisible()
}

/** Which of the three steps one is at. */
export const currentStep = (page: Page) => page.getByRole('list', { name: 'Steps' }).locator('[aria-current]')

/** Finds a member by number, and goes on to their details. */
export async function chooseMember(page: Page, number: string) {
  await page.getByRole('searchbox', { name: 'Search members...' }).fill(number)
  const rows = page.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: number })
  await rows.getByRole('radio').check()
  await page.getByRole('button', { name: 'Proceed' }).click()
  await expect(currentStep(page)).toHaveText('2 MEMBER DETAILS')
  await expect(page.getByRole('button', { name: 'CONFIRM DETAILS' })).toBeVisible()
}

/** Fills in what is missing, and goes on to the summary. */
export async function confirmDetails(page: Page, balance = '75') {
  await page.getByLabel('Initial balance').fill(balance)
  await page.getByRole('button', { name: 'CONFIRM DETAILS' }).click()
  await expect(page.getByRole('button', { name: 'PLACE ORDER' })).toBeVisible()
}
