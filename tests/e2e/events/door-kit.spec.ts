import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { ask } from '#e2e/ask-database.ts'
import { expect, expectAccessible, signIn, step, test } from '#e2e/fixtures.ts'
import { type } from './door-device.ts'
import { membersOf, newDoor, result } from './door-page.ts'
import { choose, dialog, eventsApiPath } from './events-page.ts'

// What these pages keep on the device, the next test must not find.
test.use({ hasOwnPage: true })

/** What a phone's camera reads off the screen. */
async function readCode(code: Locator): Promise<string> {
  // By itself it would fetch its program from the network.
  const program = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(program).buffer } })
  const picture = await code.screenshot()
  const [found] = await readBarcodes(new Blob([new Uint8Array(picture)]), { tryHarder: true })
  return found!.text
}

/** Keeps a guest of a member on the device. */
async function keepGuest(phone: Page, number: string, host: string) {
  await phone.getByRole('button', { name: 'Sign in guests' }).click()
  await phone.getByLabel('Member’s number or name').fill(number)
  await phone.getByRole('button', { name: 'Find the member' }).click()
  await expect(phone.getByText(`Guest of ${host}`)).toBeVisible()
  await phone.context().setOffline(true)
  await phone.getByLabel('First name').fill('Gus')
  await phone.getByLabel('Last name').fill('Guestling')
  await phone.getByLabel('Suburb').fill('Newtown')
  const pad = phone.getByRole('img', { name: 'Signature' })
  await pad.scrollIntoViewIfNeeded()
  const { x, y } = (await pad.boundingBox())!
  await phone.mouse.move(x + 40, y + 60)
  await phone.mouse.down()
  await phone.mouse.move(x + 120, y + 20)
  await phone.mouse.move(x + 180, y + 70)
  await phone.mouse.up()
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(phone.getByText('Gus Guestling is noted')).toBeVisible()
}

/** Two that check in all day, beside each other. */
const addSessions = (databaseUrl: string, eventId: string) =>
  ask(
    databaseUrl,
    `insert into event_session (business_id, event_id, session_id, name, day, check_in_start, check_in_end)
     select business_id, event_id, lower(name), name, start_date, '00:00', '23:59'
     from (select business_id, event_id, start_date from event where event_id = $1) e,
       unnest(array['Downstairs', 'Upstairs']) as name`,
    [eventId],
  )

test('a kit is opened by its code; what waits when its event is gone is written in the book', async ({
  page,
  browser,
  baseURL,
  databaseUrl,
}) => {
  const eventId = await newDoor(databaseUrl)
  await addSessions(databaseUrl, eventId)
  const [host, guest] = (await membersOf(databaseUrl)).filter(({ isFinancial }) => isFinancial)
  const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  await signIn(page, 'admin@harbourside.example', `/businesses/harbourside/events/${eventId}`)

  await step(page, 'is scanned off the screen of the console', async () => {
    await choose(page, 'Door kits')
    await dialog(page).getByLabel('Name').fill('Side gate')
    await dialog(page).getByRole('button', { name: 'New door kit' }).click()
    await dialog(page).getByLabel('Session that the link opens').selectOption('Downstairs')
    const code = dialog(page).getByRole('img', { name: 'QR code that opens the door' })
    await expect(code).toBeVisible()
    await phone.goto(await readCode(code))
    await expect(phone.getByText('Door kit Side gate')).toBeVisible()
    expect(new URL(phone.url())).toMatchObject({ search: '', hash: '' })
  })

  await step(
    phone,
    'stands at the session of its link, or at another, also when it is loaded anew',
    async () => {
      const session = phone.getByLabel('Session')
      await expect(session).toHaveValue('downstairs')
      await session.selectOption('Upstairs')
      await type(phone, guest!.number)
      await expect(result(phone)).toContainText('Welcome')
      const came = `select occasion from event_scan where event_id = $1`
      expect(await ask(databaseUrl, came, [eventId])).toEqual([{ occasion: 'upstairs' }])
      await phone.getByRole('button', { name: 'Out', exact: true }).click()
      await phone.reload()
      await expect(phone.getByText('Checking out: people leave')).toBeVisible()
      await expect(session).toHaveValue('upstairs')
      await expectAccessible(phone)
      await phone.getByRole('button', { name: 'In', exact: true }).click()
    },
  )

  await step(phone, 'reads out who is in, on the screen or on paper', async () => {
    await phone.getByRole('button', { name: 'Settings' }).click()
    await phone.getByRole('button', { name: 'Who is in' }).click()
    await phone.getByRole('checkbox').check()
    await expect(phone.getByText('1 in, 1 seen, 0 to find')).toBeVisible()
    await expectAccessible(phone)
    await phone.emulateMedia({ media: 'print' })
    await expect(phone.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(phone.getByRole('listitem')).toContainText(guest!.number)
    await phone.emulateMedia({ media: null })
    await phone.getByRole('button', { name: 'Back to the door' }).click()
  })

  await step(phone, 'keeps a guest without a connection, and is revoked meanwhile', async () => {
    await keepGuest(phone, host!.number, host!.name)
    const { token } = await (await page.request.post('/identity/token')).json()
    const headers = { authorization: `Bearer ${token}` }
    const kits = `${eventsApiPath}/${eventId}/door-kits`
    const { Results } = await (await page.request.get(kits, { headers })).json()
    await page.request.delete(`${kits}/${Results[0].DoorKitId}`, { headers })
    await ask(
      databaseUrl,
      `update event set status = 'Deleted', revision = revision + 1 where event_id = $1`,
      [eventId],
    )
    await context.setOffline(false)
    await expect(phone.getByRole('heading', { name: 'This door is closed' })).toBeVisible()
    await expect(phone.getByText('Gus Guestling')).toBeHidden()
  })

  await step(
    phone,
    'asks who comes instead, and tells those of the business whom to write in the book',
    async () => {
      await phone.getByRole('button', { name: 'Sign in instead' }).click()
      await phone.getByLabel('Email').fill('door@harbourside.example')
      await phone.getByLabel('Password').fill('demo-password')
      await phone.getByRole('button', { name: 'Next' }).click()
      const left = phone.getByRole('region', { name: 'To be handed in' })
      await expect(left).toContainText('Gus Guestling The event was not found. Write it in the paper book.')
      await expectAccessible(phone)
      await left.getByRole('button', { name: 'Gus Guestling: written in the book' }).click()
      await expect(left).toBeHidden()
    },
  )
  await context.close()
})
