import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { secondFactorWords } from '#contract/access/second-factor-words.ts'
import { messages } from '#contract/messages.ts'
import { ask } from '#e2e/ask-database.ts'
import { test as base, expect, expectAccessibleOnBoth, signIn, step } from '#e2e/fixtures.ts'
import { lettersTo } from '#e2e/requests/letters.ts'
import { enter } from './sign-in-page.ts'
import { addUser } from './users-page.ts'

// A passkey belongs to a name: this machine's.
const test = base.extend({
  baseURL: async ({ baseURL }, use) => use(baseURL?.replace('127.0.0.1', 'localhost')),
})
test.use({ hasOwnPage: true })

const email = 'reception@harbourside.example'

/** A device that keeps passkeys and knows its owner, as Chromium plays it. */
async function addAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
}

/** From now on the browser is one that offers no passkeys in fields. */
async function offerNothing(page: Page) {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  await page.reload()
}

const home = (page: Page) => page.getByRole('heading', { name: /^Welcome/ })
const codesDialog = (page: Page) => page.getByRole('dialog', { name: 'Your recovery codes' })

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: messages.signIn.title })).toBeVisible()
}

test('a second factor, from the first passkey to the last recovery code', async ({ page, databaseUrl }) => {
  await addAuthenticator(page)
  let codes: string[] = []
  let secret = ''

  await step(page, 'a passkey is added, and recovery codes come with it', async () => {
    await signIn(page, email, '/account')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Front desk')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(codesDialog(page)).toBeVisible()
    await expectAccessibleOnBoth(page)
    codes = await codesDialog(page).getByRole('listitem').allTextContents()
    expect(codes).toHaveLength(10)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('row', { name: /Front desk/ })).toContainText('Passkey')
    await expect(page.getByText('10 are left.')).toBeVisible()
    await expectAccessibleOnBoth(page)
  })

  await step(page, 'the passkey signs in alone: offered in the e-mail field, and by the button', async () => {
    // Chosen at once by a device that answers whatever it is asked: the page between may be gone before it is seen.
    const isIn = page.waitForResponse('/identity/passkey')
    await page.getByRole('button', { name: 'Log out' }).click()
    await isIn
    await expect(home(page)).toBeVisible()
    await offerNothing(page)
    await signOut(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(home(page)).toBeVisible()
  })

  await step(page, 'and is the second step after the password', async () => {
    await signOut(page)
    await enter(page, email)
    await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
    await expectAccessibleOnBoth(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(home(page)).toBeVisible()
  })

  await step(
    page,
    'an authenticator app is added by its key, once the passkey has shown who asks',
    async () => {
      await page.goto('/account')
      await ask(databaseUrl, `update identity.session set auth_time = now() - interval '20 minutes'`)
      await page.getByRole('button', { name: 'Add an authenticator app' }).click()
      const question = page.getByRole('dialog', { name: 'Is it you?' })
      await expect(question.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
      await expectAccessibleOnBoth(page)
      await question.getByRole('button', { name: 'Use a passkey' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
      await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
      secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
      await expectAccessibleOnBoth(page)
      await dialog.getByLabel('Code').fill('abc')
      await dialog.getByRole('button', { name: 'Add' }).click()
      await expect(dialog.getByText(secondFactorWords.wrongCode)).toBeVisible()
      await dialog.getByLabel('Code').fill(new TOTP({ secret }).generate())
      await dialog.getByRole('button', { name: 'Add' }).click()
      await expect(page.getByRole('row', { name: /Authenticator app/ })).toBeVisible()
    },
  )

  await step(page, 'its code lets in after the password, and a wrong one does not', async () => {
    await signOut(page)
    await enter(page, email)
    await page.getByRole('button', { name: 'Use an authenticator code' }).click()
    const code = page.getByLabel('Authenticator code')
    await code.fill('abc')
    await page.getByRole('button', { name: messages.signIn.next }).click()
    await expect(page.getByText(secondFactorWords.wrongCode)).toBeVisible()
    // The one of this moment was used to add it.
    await code.fill(new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 }))
    await code.press('Enter')
    await expect(home(page)).toBeVisible()
  })

  await step(page, 'a recovery code does, once', async () => {
    await signOut(page)
    await enter(page, email)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(codes[0] ?? '')
    await page.getByLabel('Recovery code').press('Enter')
    await expect(home(page)).toBeVisible()
    await page.goto('/account')
    await expect(page.getByText('9 are left.')).toBeVisible()
  })

  await step(page, 'without factors the password is enough again', async () => {
    for (const name of ['Front desk', 'Authenticator app']) {
      await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await expect(page.getByRole('row', { name })).toHaveCount(0)
    }
    await signOut(page)
    await enter(page, email)
    await expect(home(page)).toBeVisible()
  })
})

test('an invitation is accepted with a passkey, which signs in from then on', async ({
  page,
  databaseUrl,
}) => {
  await addAuthenticator(page)
  await signIn(page, 'admin@harbourside.example')
  await addUser(page, 'Pia Passkey')
  const [letter] = await lettersTo(databaseUrl, 'pia.passkey@harbourside.example')
  const link = new URL(/https?:\/\/\S+/.exec(letter!.body)![0])
  await signOut(page)

  await step(page, 'one press leads straight in', async () => {
    await page.goto(link.pathname + link.search)
    await expect(page.getByText('Welcome, Pia Passkey.')).toBeVisible()
    await page.getByRole('button', { name: 'Accept with a passkey' }).click()
    await expect(page.getByText('Pia Passkey').first()).toBeVisible()
    await expect(page).not.toHaveURL(/ticket/)
  })

  await step(page, 'the link is used up, and the passkey is the way in', async () => {
    await page.goto(link.pathname + link.search)
    await expect(page.getByText('This link no longer works')).toBeVisible()
    await page.goto('/')
    const isIn = page.waitForResponse('/identity/passkey')
    await page.getByRole('button', { name: 'Log out' }).click()
    await isIn
    await expect(page.getByText('Pia Passkey').first()).toBeVisible()
  })
})
