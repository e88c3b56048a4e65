import type { Page } from '@playwright/test'
import { expect, signIn } from '#e2e/fixtures.ts'

export const superAdmin = 'super@hub.example'

/** Signs in and opens the configuration of a business, at what the search says. */
export async function openConfiguration(page: Page, businessId: string, search = '') {
  await signIn(page, superAdmin, `/businesses/${businessId}/configuration${search}`)
  await expect(page.getByRole('heading', { name: 'Business Configuration', level: 1 })).toBeVisible()
}

/** Makes a call as the user who is signed in, without the page's help. */
export async function callApi(page: Page, method: string, path: string, data?: object) {
  const { token } = (await (await page.request.post('/identity/token')).json()) as { token: string }
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}` },
    data,
  })
  expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true)
  return answer
}
