import type { LaunchOptions } from '@playwright/test'
import { callApi } from '#e2e/business/configuration-page.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleOnBoth,
  longStep,
  signIn,
  step,
  test as base,
} from '#e2e/fixtures.ts'
import { addMember, members } from './member-pages.ts'

const admin = 'admin@harbourside.example'
const events = '/businesses/harbourside/events'

const camera = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream']
const test = base.extend<object, { launchOptions: LaunchOptions }>({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] }),
    { scope: 'worker' },
  ],
})

test('a photo is taken, an entry switched on, and a visit seen', async ({ page }) => {
  await signIn(page, admin, members)
  const member = await addMember(page, 'Portrait')
  const header = page.getByRole('main')

  await step(page, 'a photo is taken with the camera, looked at, taken again and saved', async () => {
    await page.goto(`${members}/${member.id}`)
    await page.getByRole('button', { name: 'Add a photo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Photo of Test Portrait' })
    await dialog.getByRole('button', { name: 'Take photo' }).click()
    await expect(dialog.getByRole('img', { name: 'As it was taken' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Retake' }).click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Take photo' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Photo saved.')).toBeVisible()
    const photo = header.getByRole('button', { name: 'Photo of Test Portrait: change it' }).locator('img')
    await expect(photo).toHaveJSProperty('naturalWidth', 480)
    await expectAccessibleOnBoth(page)
  })

  let entryId = ''
  await step(page, 'the entry of a venue is switched on, with hours', async () => {
    await page.goto(events)
    await page.getByRole('button', { name: 'Switch on an entry' }).click()
    const dialog = page.getByRole('dialog', { name: 'Switch on an entry' })
    await dialog.getByLabel('Venue').selectOption({ index: 1 })
    await dialog.getByRole('radio', { name: 'Within hours' }).check()
    await expectAccessible(page)
    await dialog.getByRole('radio', { name: 'At any hour' }).check()
    await dialog.getByRole('button', { name: 'Switch on' }).click()
    await expect(page.getByText('Entry switched on.')).toBeVisible()
    const entry = page.getByRole('list', { name: 'Entries' }).getByRole('link', { name: /^Entry, / })
    await expect(entry).toContainText('Every day')
    await entry.click()
    entryId = new URL(page.url()).searchParams.get('event') ?? ''
    await expect(page.getByText('Nobody came in these days.')).toBeVisible()
  })

  // Who saves second is refused, told in what it differs: tests/revisions.test.ts; and asked: versions.spec.ts.
  await longStep(
    page,
    'what somebody else has changed of it meanwhile is told, and nothing is lost',
    async () => {
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: /^Change Entry, / })
      await dialog.getByLabel('Capacity').fill('80')
      const theirs = { OpenHours: null, Reentry: 'checkout' }
      const path = `/cherrypass/v1/harbourside/entries/${entryId}`
      expect((await callApi(page, 'PUT', path, theirs)).status()).toBe(200)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('The entry could not be saved.')).toBeVisible()
      await expect(page.getByText(/It differs from yours in: .*Re-entry/)).toBeVisible()
      await expect(dialog.getByLabel('Capacity')).toHaveValue('80')
      await page.keyboard.press('Escape')
      await page.reload()
    },
  )

  await step(page, 'who is scanned there has a last visit, and is in the busy hours', async () => {
    const ScannedAt = new Date().toISOString()
    const scan = { ScanId: 'photo-scan-1', Code: `~${member.id}`, ScannedAt }
    const answer = await callApi(page, 'POST', `/cherrypass/v1/harbourside/events/${entryId}/scans`, scan)
    expect(await answer.json()).toMatchObject({ Result: 'Valid', Member: { PhotoId: expect.any(String) } })
    await page.reload()
    await expect(page.getByRole('table', { name: /^Most came on \w+days from/ })).toBeVisible()
    await expectAccessibleOnBoth(page)
    await page.goto(`${members}/${member.id}`)
    await expect(header.getByText(/^Last visit/)).toContainText('Entry, ')
  })

  // Its rules: member-photos.test.ts and venues.test.ts.
  await longStep(page, 'the photo is removed, and the entry switched off', async () => {
    await page.getByRole('button', { name: 'Photo of Test Portrait: change it' }).click()
    await page.getByRole('button', { name: 'Remove photo' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Add a photo' })).toBeVisible()
    await page.goto(`${events}/${entryId}`)
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Switch off' }).click()
    await page.getByRole('button', { name: 'Switch off' }).click()
    await expect(page.getByText('Entry switched off.')).toBeVisible()
  })
})
