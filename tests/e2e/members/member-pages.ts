import type { Locator, Page } from '@playwright/test'
import type { Member } from '#contract/members/members.ts'
import { callApi } from '#e2e/business/configuration-page.ts'
import { expect, startSession } from '#e2e/fixtures.ts'

export const members = '/businesses/harbourside/members'
const api = '/cherrypay/v1/harbourside'

/** The member with this number. */
export async function memberNumbered(page: Page, number: string): Promise<Member> {
  const found = await callApi(page, 'GET', `${api}/members?membershipNumber=${number}`)
  return ((await found.json()) as { Results: [Member] }).Results[0]
}

/** Has the business call one of its options something else than its key. */
export async function nameOption(page: Page, list: string, key: string, Value: string) {
  await startSession(page, 'super@hub.example')
  await callApi(page, 'PATCH', `${api}/option-lists/${list}/${key}`, { Value })
}

/** Makes a member of a venue without the page's help. */
export async function addMember(page: Page, LastName: string, more: object = {}, venueNo = '1') {
  const made = await callApi(page, 'POST', `${api}/hub-membership/members?venueId=${venueNo}`, {
    FirstName: 'Test',
    LastName,
    MembershipType: 'Ordinary',
    ...more,
  })
  return ((await made.json()) as { data: Member }).data
}

/** A part of the page by its title. */
export const panel = (page: Page | Locator, name: string) => page.getByRole('region', { name, exact: true })

export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

/** Opens the page of the member with this number, and waits for it: the list has menus of the same names. */
export async function openMember(page: Page, number: string) {
  await page.goto(`${members}?membershipNumber=${number}`)
  await page.getByRole('row').filter({ hasText: number }).click()
  await expect(page).toHaveURL(/\/members\/[^/?]+$/)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Members')
}

/** Picks something from the page's menu, not from that of a row ('Actions for …'). */
export async function act(page: Page, action: string) {
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
