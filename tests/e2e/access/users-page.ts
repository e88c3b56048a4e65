import type { Page } from '@playwright/test'
import { expect, signIn } from '#e2e/fixtures.ts'

export const admin = 'admin@harbourside.example'
export const usersPath = '/businesses/harbourside/users'
export const apiPath = '/api/cherrypay/v1/harbourside/user'

/** The row of the table that names this user. */
export const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Users' }).getByRole('row', { name })

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

export const toast = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

/** Signs in and opens the users of Harbourside, those found by `q` alone. */
export async function openUsers(page: Page, email = admin, q = '') {
  await signIn(page, email, `${usersPath}${q && `?q=${q}`}`)
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
}

/** Picks something from the menu of a user. */
export async function choose(page: Page, name: string, action: string) {
  await openMenu(page, name)
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

export async function openMenu(page: Page, name: string) {
  await row(page, name)
    .getByRole('button', { name: /^Actions for/ })
    .click()
}

/** Makes a user without the page's help. */
export async function addUser(page: Page, name: string) {
  const { token } = (await (await page.request.post('/identity/token')).json()) as { token: string }
  const headers = { Authorization: `Bearer ${token}` }
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@harbourside.example`
  const made = await page.request.post(apiPath, { headers, data: { Username: email, DisplayName: name } })
  const { Uid } = (await made.json()) as { Uid: string }
  const role = await page.request.put(`${apiPath}/${Uid}/role`, { headers, data: { Value: 'Door' } })
  expect(role.ok()).toBe(true)
}

/** Gives somebody another role without the page's help. */
export async function giveRole(page: Page, email: string, role: string) {
  const { token } = (await (await page.request.post('/identity/token')).json()) as { token: string }
  const headers = { Authorization: `Bearer ${token}` }
  const found = await page.request.get(`${apiPath}?q=${email}`, { headers })
  const { Results } = (await found.json()) as { Results: { Uid: string }[] }
  const given = await page.request.put(`${apiPath}/${Results[0]?.Uid}/role`, {
    headers,
    data: { Value: role },
  })
  expect(given.ok()).toBe(true)
}

/** Has the server's answer to one kind of call replaced by a refusal. */
export async function refuse(page: Page, path: string, method: string, sentence: string) {
  await page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 409, json: { ErrorMessage: sentence, ErrorCode: 'made_up' } })
      : route.fallback(),
  )
}
