import type { Page } from '@playwright/test'
import type { Role, RoleList } from '#contract/access/roles.ts'
import { messages } from '#contract/messages.ts'
import { expect, signIn } from '#e2e/fixtures.ts'

export const text = messages.roles
export const admin = 'admin@harbourside.example'
export const rolesPath = '/businesses/harbourside/roles'
const apiPath = '/api/cherrypay/v1/harbourside'

export const matrix = (page: Page) => page.getByRole('grid', { name: 'Permissions by role' })
export const header = (page: Page, role: string) => page.getByRole('columnheader', { name: role })
export const tick = (page: Page, permission: string, role: string) =>
  page.getByRole('checkbox', { name: `${permission} for ${role}` })
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
export const banner = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })
export const toast = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

/** Signs in and opens the roles of Harbourside. */
export async function openRoles(page: Page, email = admin) {
  await signIn(page, email, rolesPath)
  await expect(page.getByRole('button', { name: text.newTitle })).toBeVisible()
}

/** Takes an action of a role's menu. */
export async function choose(page: Page, role: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${role}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Presses Save in the banner. */
export async function save(page: Page) {
  await banner(page).getByRole('button', { name: 'Save' }).click()
}

/** Calls the API as the signed-in user, without the page's help. */
export async function callApi<Data>(
  page: Page,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  data?: unknown,
): Promise<Data> {
  const { token } = (await (await page.request.post('/identity/token')).json()) as { token: string }
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await page.request.fetch(apiPath + path, { method, headers, ...(data ? { data } : {}) })
  expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true)
  return (answer.status() === 204 ? undefined : await answer.json()) as Data
}

async function saveByApi(page: Page, change: (roles: Role[]) => Role[]) {
  const { Results, Version } = await callApi<RoleList>(page, 'GET', '/configuration/roles')
  await callApi(page, 'PUT', `/configuration/roles?version=${Version}`, change(Results))
}

/** Adds a role without the page's help. */
export const addRole = (page: Page, Name: string, ...GrantedPermissions: Role['GrantedPermissions']) =>
  saveByApi(page, (roles) => [
    ...roles,
    { Name, Description: '', GrantedPermissions, IsApplicationDefault: false },
  ])

/** Adds a user with a role without the page's help; the demo's own users stay as other tests need them. */
export async function addUser(page: Page, name: string, role: string) {
  const Username = `${name.toLowerCase().replaceAll(' ', '.')}@harbourside.example`
  const { Uid } = await callApi<{ Uid: string }>(page, 'POST', '/user', { Username, DisplayName: name })
  await callApi(page, 'PUT', `/user/${Uid}/role`, { Value: role })
}
