import type { Page } from '@playwright/test'
import { passConfigurationsApi } from '#contract/passes/pass-configurations.ts'
import { expect } from '#e2e/fixtures.ts'

/** A super administrator saves another logo text. */
export async function saveAsSomebodyElse(page: Page, passConfigurationId: string) {
  const url = passConfigurationsApi.getPassConfiguration.path
    .replace('{businessId}', 'harbourside')
    .replace('{passConfigurationId}', passConfigurationId)
  const data = { email: 'super@hub.example', password: 'demo-password' }
  // Not with the page's own cookies: it stays signed in.
  const other = await page.context().browser()!.newContext()
  const origin = new URL(page.url()).origin
  const signedIn = await other.request.post(`${origin}/identity/sign-in`, { data })
  const { token } = (await signedIn.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const read = await other.request.get(origin + url, { headers })
  const saved = await other.request.put(origin + url, {
    headers,
    data: { ...((await read.json()) as object), iOSLogoText: 'Theirs' },
  })
  expect(saved.status()).toBe(200)
  await other.close()
}

/** Resolves when something has moved in this way, from now on. */
export function animationEnd(page: Page, name: string): Promise<void> {
  return page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        document.addEventListener('animationend', ({ animationName }) => {
          if (animationName.includes(wanted)) resolve()
        })
      }),
    name,
  )
}
