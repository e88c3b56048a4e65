import { expect, type Page } from '@playwright/test'
import { ask } from '#e2e/ask-database.ts'

export const eventsApiPath = '/api/cherrypass/v1/harbourside/events'

export const list = (page: Page) => page.getByRole('list', { name: 'Events' })
export const item = (page: Page, name: string) => list(page).getByRole('link', { name })
export const panel = (page: Page) => page.getByRole('region', { name: 'Event', exact: true })
export const dialog = (page: Page) => page.getByRole('dialog')

/** Picks something from the menu of the event that is shown. */
export async function choose(page: Page, action: string) {
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Has the event of today be of today, also when midnight has passed since the demo was made. */
export async function keepToday(databaseUrl: string) {
  await ask(
    databaseUrl,
    `update event set start_date = today, end_date = today
     from (select (now() at time zone 'Australia/Sydney')::date as today) d
     where business_id = 'harbourside' and name = 'Members’ Trivia Night'`,
  )
}

/** Scans members of high numbers until one who may come, and hasn't, is met. */
export async function scanSomebody(page: Page, eventId: string): Promise<string> {
  const { token } = await (await page.request.post('/identity/token')).json()
  for (let number = 11_900; ; number++) {
    const answer = await page.request.post(`${eventsApiPath}/${eventId}/scans`, {
      headers: { authorization: `Bearer ${token}` },
      data: { ScanId: `live-scan-${number}`, Code: String(number), ScannedAt: new Date().toISOString() },
    })
    const { Result } = await answer.json()
    if (Result !== 'NotEligible') return Result
  }
}

/** Has the dialog of door kits ask whether this one is to be revoked. */
export async function askToRevoke(page: Page, kit: string) {
  await page.getByRole('row', { name: kit }).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
}
