import { messages } from '#contract/messages.ts'
import { connectionWords } from '#contract/words/connection-words.ts'
import { expect, expectAccessible, longStep, signIn, startSession, step, test } from '#e2e/fixtures.ts'
import { addMember } from '#e2e/members/member-pages.ts'
import { membersApiPath } from '#e2e/members/members-list-page.ts'

const admin = 'admin@harbourside.example'
const members = '/businesses/harbourside/members'

test('nothing that was typed is lost', async ({ page, context }) => {
  await startSession(page, admin)
  const { id } = await addMember(page, 'Careful')
  const editor = `${members}/${id}?edit=true`
  const offer = page.getByRole('region', { name: 'Unsaved changes from before' })
  const occupation = page.getByLabel('Occupation')
  const written = () =>
    expect.poll(() =>
      page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('hub.draft/'))),
    )

  await step(page, 'a form that went with its page is offered again', async () => {
    await page.goto(editor)
    await occupation.fill('Baker')
    await written().toBe(true)
    await page.reload()
    await expect(offer).toContainText(/You have unsaved changes from \d/)
    await expectAccessible(page)
    await expect(occupation).toHaveValue('')
    await offer.getByRole('button', { name: 'Restore' }).click()
    await expect(occupation).toHaveValue('Baker')
    await expect(offer).toBeHidden()
  })

  await step(page, 'while the server is away the page stays, says so, and comes back by itself', async () => {
    const bar = page.getByText(connectionWords.away)
    await context.setOffline(true)
    await expect(bar).toBeVisible()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(connectionWords.notSent)).toBeVisible()
    await expect(occupation).toHaveValue('Baker')
    await context.setOffline(false)
    await expect(bar).toBeHidden()
  })

  await step(page, 'what was saved is offered no more', async () => {
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(messages.members.updated)).toBeVisible()
    await written().toBe(false)
    await page.goto(editor)
    await expect(occupation).toHaveValue('Baker')
    await expect(offer).toBeHidden()
  })

  await step(page, 'what is typed beside an offer takes nothing of it away', async () => {
    await occupation.fill('Cook')
    await written().toBe(true)
    await page.reload()
    await expect(offer).toBeVisible()
    await page.getByLabel('Preferred name').fill('Caz')
    await expect
      .poll(() => page.evaluate(() => JSON.stringify({ ...localStorage })))
      .toMatch(/Cook.*Caz|Caz.*Cook/)
    await page.reload()
    await offer.getByRole('button', { name: 'Restore' }).click()
    await expect(occupation).toHaveValue('Cook')
    await expect(page.getByLabel('Preferred name')).toHaveValue('Caz')
  })

  await step(page, 'what is discarded is offered no more', async () => {
    await page.reload()
    await offer.getByRole('button', { name: 'Discard' }).click()
    await expect(offer).toBeHidden()
    await page.reload()
    await expect(occupation).toHaveValue('Baker')
    await expect(offer).toBeHidden()
  })

  // Of which user, address and form a draft is: kept-drafts.test.ts.
  await longStep(page, 'a new member’s is offered at once, with the venue it was begun with', async () => {
    await page.goto(`${members}/new`)
    await page.getByLabel('Venue').selectOption('Harbourside Main Club')
    await page.getByLabel('First Name').fill('Half')
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.endsWith('/new#member'))))
      .toBe(true)
    await page.reload()
    await offer.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByLabel('First Name')).toHaveValue('Half')
  })

  await step(page, 'so is what was typed into a dialog, until it is given up', async () => {
    const isKept = () =>
      expect.poll(() =>
        page.evaluate(() => Object.keys(localStorage).some((key) => key.endsWith('#dialog new user'))),
      )
    const users = '/businesses/harbourside/users?new=user'
    const form = page.getByRole('dialog')
    await page.goto(users)
    await form.getByLabel('Name').fill('Half Typed')
    await isKept().toBe(true)
    await page.goto(users)
    await expect(form.getByLabel('Name')).toHaveValue('')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Restore' }).press('Enter')
    await expect(form.getByLabel('Name')).toHaveValue('Half Typed')
    await expect(form.getByLabel('Name')).toBeFocused()
    await page.keyboard.press('Escape')
    await form.getByRole('button', { name: 'Discard' }).click()
    await expect(form).toBeHidden()
    await isKept().toBe(false)
  })

  // The same offer, opened from elsewhere.
  await longStep(page, 'and what was made in one that is small', async () => {
    const form = page.getByRole('dialog')
    const kept = (name: string) =>
      expect.poll(() =>
        page.evaluate((end) => Object.keys(localStorage).some((key) => key.endsWith(end)), `#dialog ${name}`),
      )
    const reopen = async (address: string, button: string) => {
      await page.goto(address)
      await page.getByRole('main').getByRole('button', { name: button, exact: true }).first().click()
      await expect(form).toBeVisible()
    }
    const passes = '/businesses/harbourside/pass-designer'
    await reopen(passes, 'New pass')
    await form.getByLabel('Name').fill('Half a pass')
    await kept('New pass').toBe(true)
    await reopen(passes, 'New pass')
    await form.getByRole('button', { name: 'Restore' }).click()
    await expect(form.getByLabel('Name')).toHaveValue('Half a pass')
    await page.keyboard.press('Escape')
    await form.getByRole('button', { name: 'Discard' }).click()
    await kept('New pass').toBe(false)

    await reopen(members, 'Filters')
    await form.getByRole('tab', { name: 'Text' }).click()
    await form.getByRole('textbox').fill('Status=Active')
    await kept('member filter list').toBe(true)
    await reopen(members, 'Filters')
    await form.getByRole('button', { name: 'Restore' }).click()
    await form.getByRole('button', { name: 'Apply' }).click()
    await expect(form).toBeHidden()
    await expect(page).toHaveURL(/filter|Status/)
    await kept('member filter list').toBe(false)
  })
})

test('what is not there offers a way back, and a deletion can be undone', async ({ page }) => {
  await signIn(page, admin, members)
  await expect(page.getByText(/^30 of [\d,]+ shown$/)).toBeVisible()
  await step(page, 'no retry of what is not there', async () => {
    await page.goto(`${members}/nobody`)
    await expect(page.getByText(messages.generic.recordError)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden()
    await page.getByRole('button', { name: 'Go back' }).click()
    await expect(page).toHaveURL(members)
  })

  await step(page, 'a fault of ours shows the id to quote, to copy', async () => {
    const sentence = 'Something went wrong on our side. Try again, or quote the request id a1b2 to support.'
    await page.route(`**${membersApiPath}**`, (route) =>
      route.fulfill({ status: 409, json: { ErrorCode: 'internal_error', ErrorMessage: sentence } }),
    )
    await page.goto(`${members}?q=zz`)
    await expect(page.getByRole('alert')).toContainText(sentence)
    await expect(page.getByRole('button', { name: 'Copy request id' })).toBeVisible()
    await page.unrouteAll()
  })

  await step(page, 'Undo after deleting', async () => {
    await startSession(page, admin)
    const { id } = await addMember(page, 'Undone')
    await page.goto(`${members}/${id}`)
    await expect(page.getByRole('heading', { level: 2, name: 'Contact' })).toBeVisible()
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete Member' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Member restored.')).toBeVisible()
    await page.goto(`${members}/${id}`)
    await expect(page.getByText('This member is deleted.')).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: 'Test Undone' })).toBeVisible()
  })

  await step(page, 'but not by whoever signs in next', async () => {
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete Member' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('heading', { name: messages.signIn.title })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
  })
})
