import { ask } from '#e2e/ask-database.ts'
import { expect, signIn, startSession, step, test } from '#e2e/fixtures.ts'
import { typeAsScanner } from './door-device.ts'
import { connection, last, membersOf, newDoor, result, resultsStay } from './door-page.ts'
import { expectOneHand, handHeld, holdPhone } from './one-hand.ts'

// What these pages keep on the device, the next test must not find.
test.use({ hasOwnPage: true })

/** Two sessions side by side, and room for one. */
async function fill(databaseUrl: string, eventId: string) {
  await ask(
    databaseUrl,
    `insert into event_session (business_id, event_id, name, day, check_in_start, check_in_end)
     select business_id, event_id, part, start_date, '00:00', '23:59'
     from event, unnest(array['Upstairs', 'Downstairs']) as part where event_id = $1`,
    [eventId],
  )
  await ask(databaseUrl, `update event set revision = 9, reentry = 'checkout' where event_id = $1`, [eventId])
}

test('all of a door is pressed by the hand that holds the phone', async ({ page, databaseUrl }) => {
  const eventId = await newDoor(databaseUrl)
  await fill(databaseUrl, eventId)
  const members = await membersOf(databaseUrl)
  const comers = members.filter(({ isFinancial }) => isFinancial).slice(0, 4)
  const refused = members.find(({ isFinancial }) => !isFinancial)!
  const [first] = comers
  await resultsStay(page)
  await page.setViewportSize(handHeld[0])
  await signIn(page, 'admin@harbourside.example', `/scan/harbourside/${eventId}`)
  await expect(connection(page)).toContainText('List of')

  for (const size of handHeld) {
    const at = (what: string) => `${what}, ${size.width} × ${size.height}`
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const search = page.getByLabel('Number or name')
    await holdPhone(page, size)
    await step(page, at('ways to scan, sessions, settings'), async () => {
      await page.goto(page.url())
      await expect(page.getByRole('combobox', { name: 'Session' })).toBeVisible()
      await expectOneHand(page, at('ready'))
      await press('Settings')
      await expect(page.getByRole('region', { name: 'Settings of this device' })).toBeVisible()
      await expectOneHand(page, at('settings'))
      await press('Settings')
      await press('Out')
      await expectOneHand(page, at('checking out'))
      await press('In')
    })
    await step(page, at('names'), async () => {
      await search.fill('an')
      await expect(page.getByRole('list', { name: 'Members on the list' })).toContainText(/\w+ \w+/)
      await expectOneHand(page, at('names'))
      await search.fill('')
    })
    await step(page, at('results, and what is undone'), async () => {
      for (const { number, name } of comers) {
        await typeAsScanner(page, number)
        await expect(result(page)).toContainText(name)
      }
      await expectOneHand(page, at('a result'))
      await press('Next')
      await expect(last(page)).not.toHaveCount(0)
      await expectOneHand(page, at('last scans'))
      await page
        .getByRole('button', { name: `Undo ${first!.name}` })
        .first()
        .click()
      await expect(page.getByLabel('Why (optional)')).toBeVisible()
      await expectOneHand(page, at('undoing'))
      await press('Keep it')
    })
    await step(page, at('a refusal'), async () => {
      await typeAsScanner(page, refused.number)
      await expect(result(page)).toContainText('Not eligible')
      await press('Let in all the same')
      await expect(page.getByLabel('Reason')).toBeFocused()
      await expectOneHand(page, at('a reason'))
      // So much is left where the keys are on the screen.
      await page.setViewportSize({ ...size, height: size.height - 260 })
      await expectOneHand(page, at('a reason, with keys'))
      await page.setViewportSize(size)
      await press('Next')
    })
    await step(page, at('who is in'), async () => {
      await press('Settings')
      await press('Who is in')
      await expect(
        page.getByRole('checkbox', { name: first!.name.split(' ').toReversed().join(', ') }),
      ).toBeVisible()
      await expectOneHand(page, at('who is in'))
      await press('Back to the door')
    })
    await step(page, at('visitors'), async () => {
      await press('Sign in guests')
      const host = page.getByLabel('Member’s number or name')
      await expect(host).toBeVisible()
      await expectOneHand(page, at('visitors'))
      await host.fill(first!.number)
      await press('Find the member')
      await expect(page.getByText(`Guest of ${first!.name}`)).toBeVisible()
      await expectOneHand(page, at('a visitor'))
      await press('Back to the door')
    })
  }
})

// The same of an open one, above.
test('so is a door that is closed, and that asks who comes @long', async ({ page, databaseUrl }) => {
  const eventId = await newDoor(databaseUrl)
  for (const size of handHeld) {
    await holdPhone(page, size)
    await page.goto(`/scan/harbourside/${eventId}`)
    await expect(page.getByLabel('Email')).toBeVisible()
    await expectOneHand(page, `signing in, ${size.width}`)
  }
  await startSession(page, 'finance@harbourside.example')
  for (const size of handHeld) {
    await holdPhone(page, size)
    await page.goto(`/scan/harbourside/${eventId}`)
    await expect(page.getByRole('heading', { name: 'This door is closed' })).toBeVisible()
    await expectOneHand(page, `closed, ${size.width}`)
  }
})
