import { expect, type Page } from '@playwright/test'
import { messages } from '#contract/messages.ts'

const text = messages.signIn

export const email = (page: Page) => page.getByLabel('Email')
export const password = (page: Page) => page.getByLabel('Password', { exact: true })

export const wrongAddresses = [
  ['no address', text.invalidEmail],
  ['nobody@hub.example', text.userNotFound],
  ['disabled@harbourside.example', text.userDisabled],
] as const

export async function enter(page: Page, address: string, secret = 'demo-password') {
  await email(page).fill(address)
  await password(page).fill(secret)
  await page.getByRole('button', { name: text.next }).click()
}

/** Makes the identity service refuse a call with this code. */
export async function refuse(page: Page, path: string, code: string, status = 400) {
  await page.route(path, (route) => route.fulfill({ status, json: { code } }))
}

export async function reset(page: Page, address: string) {
  await email(page).fill(address)
  await page.getByRole('button', { name: messages.reset.submit }).click()
}

export async function openReset(page: Page) {
  await page.getByRole('button', { name: text.forgot }).click()
  await expect(page.getByRole('heading', { name: messages.reset.title })).toBeVisible()
}
