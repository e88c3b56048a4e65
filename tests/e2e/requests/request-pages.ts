import type { Page } from '@playwright/test'
import { ask } from '#e2e/ask-database.ts'
import { callApi } from '#e2e/business/configuration-page.ts'
import { expect, expectAccessible, isLong, test as base } from '#e2e/fixtures.ts'
import { lettersTo } from './letters.ts'

// The demo's payment page stands in for a real one.
export const test = base.extend({ settings: { HUB_DEMO: 'on' } })

export const phone = { width: 390, height: 844 }
export const desk = { width: 1440, height: 900 }

/** Accessible, in the long form on a phone as well, and nothing scrolls sideways there or in between. */
export async function finishedAtAllWidths(page: Page) {
  await expectAccessible(page)
  for (const size of [{ width: 1000, height: 900 }, phone]) {
    await page.setViewportSize(size)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
  }
  if (isLong) await expectAccessible(page)
  await page.setViewportSize(desk)
}

/** Changes a form as the user who is signed in, without the page's help. */
export async function saveElsewhere(page: Page, formId: string, change: object) {
  const path = `/cherrypay/v1/harbourside/request-forms/${formId}`
  const form = (await (await callApi(page, 'GET', path)).json()) as { Revision: number }
  await callApi(page, 'PUT', `${path}?revision=${form.Revision}`, { ...form, ...change })
}

/** Fills a date of birth in, in its three fields. */
export async function fillBirthDate(page: Page, born: string): Promise<void> {
  const parts = born.split('-').toReversed()
  for (const [i, name] of ['Day', 'Month', 'Year'].entries())
    await page.getByRole('textbox', { name, exact: true }).fill(parts[i] ?? '')
}

/** When the member with this number was born. */
export async function birthDateOf(databaseUrl: string, number: string): Promise<string> {
  const [member] = await ask<{ born: string }>(
    databaseUrl,
    `select birth_date::text as born from member where business_id = 'harbourside' and membership_number = $1`,
    [number],
  )
  return member!.born
}

/** The code in the newest message with one. */
export async function newestCode(databaseUrl: string): Promise<string> {
  const letters = await lettersTo(databaseUrl, null)
  return /\d{6}/.exec(letters.find(({ kind }) => kind === 'renewal code')!.body)![0]
}

/** Goes to the next step of a form. */
export const goOn = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click()
