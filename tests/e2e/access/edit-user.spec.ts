import type { Page } from '@playwright/test'
import { userWords } from '#contract/access/user-words.ts'
import { messages } from '#contract/messages.ts'
import { expect, startSession, step, test } from '#e2e/fixtures.ts'
import { addUser, admin, apiPath, choose, dialog, openUsers, refuse, row, toast } from './users-page.ts'

const text = messages.users

const edit = (page: Page) => dialog(page, text.editTitle)
const save = (page: Page) => edit(page).getByRole('button', { name: 'Save' })

/** Leaves the dialog, with what was changed in it. */
async function discard(page: Page, title: string) {
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog(page, title)).toBeHidden()
}

/** Leaves the dialog, in which nothing was changed. */
async function close(page: Page) {
  await page.keyboard.press('Escape')
  await expect(edit(page)).toBeHidden()
}

// Its rules: users.test.ts; steps.spec.ts invites one.
test('a new user @long', async ({ page }) => {
  await openUsers(page)
  await step(page, 'needs a name and an e-mail address', async () => {
    await page.getByRole('button', { name: text.newTitle }).click()
    const form = dialog(page, text.newTitle)
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form.getByText(text.nameRequired)).toBeVisible()
    await expect(form.getByText(text.emailRequired)).toBeVisible()
    await expect(form.getByLabel('Name')).toBeFocused()
    await form.getByLabel('Email').fill('ada at the club')
    await form.getByLabel('Name').fill('Ada')
    await expect(form.getByText(text.invalidEmail)).toBeVisible()
    await discard(page, text.newTitle)
  })

  await step(page, 'is edited right away: role, venues, done', async () => {
    await page.getByRole('button', { name: text.newTitle }).click()
    await dialog(page, text.newTitle).getByLabel('Name').fill('Ada Lovelace')
    await dialog(page, text.newTitle).getByLabel('Email').fill('Ada@Harbourside.Example')
    await page.keyboard.press('Enter')
    await expect(toast(page, text.created)).toBeVisible()

    const form = dialog(page, text.editTitle)
    await expect(form.getByLabel('Email')).toHaveValue('ada@harbourside.example')
    await expect(form.getByText(/^The invitation (is on its way|was not sent)/)).toBeVisible()
    await expect(form.getByRole('radio', { name: userWords.allVenues })).toBeChecked()
    await expect(form.getByText("Without a role this user can't sign in.")).toBeVisible()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText(text.roleRequired)).toBeVisible()
    await expect(form.getByLabel('Role')).toBeFocused()

    await form.getByLabel('Role').selectOption('Reception')
    await expect(form.getByText('Adds and edits members')).toBeVisible()
    await form.getByRole('checkbox', { name: 'Harbourside Sports Bar' }).check()
    await expect(form.getByRole('radio', { name: userWords.onlyThese })).toBeChecked()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, text.updated)).toBeVisible()
    await expect(form).toBeHidden()
    await expect(row(page, 'Ada Lovelace')).toContainText('Reception')
    await expect(row(page, 'Ada Lovelace')).toContainText('Invited')

    await choose(page, 'Ada Lovelace', 'Edit')
    await expect(form.getByRole('checkbox', { name: 'Harbourside Sports Bar' })).toBeChecked()
    await expect(form.getByRole('checkbox', { name: 'Harbourside Main Club' })).not.toBeChecked()
    // None is not all.
    await form.getByRole('checkbox', { name: 'Harbourside Sports Bar' }).uncheck()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText(userWords.chooseVenue)).toBeVisible()
    await discard(page, text.editTitle)
  })

  await step(page, 'can be corrected, and has their invitation sent again right there', async () => {
    await choose(page, 'Ada Lovelace', 'Edit')
    const form = dialog(page, text.editTitle)
    await form.getByRole('button', { name: 'Resend' }).click()
    await expect(toast(page, 'Invitation sent.')).toBeVisible()
    await form.getByLabel('Email').fill('admin@valley-golf.example')
    await form.getByLabel('Name').fill('Ada King')
    await form.getByRole('switch', { name: userWords.autoLogOut }).uncheck()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('This e-mail address is already in use.')).toBeVisible()
    await form.getByLabel('Email').fill('ada.king@harbourside.example')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, text.updated)).toBeVisible()
    await expect(form).toBeHidden()
    await expect(row(page, 'Ada King')).toContainText('ada.king@harbourside.example')
    await choose(page, 'Ada King', 'Edit')
    await expect(form.getByRole('switch', { name: userWords.autoLogOut })).not.toBeChecked()
    await close(page)
  })

  await step(page, 'shows a dash until they have a role', async () => {
    await page.getByRole('button', { name: text.newTitle }).click()
    await dialog(page, text.newTitle).getByLabel('Name').fill('Rolf Roleless')
    await dialog(page, text.newTitle).getByLabel('Email').fill('rolf@harbourside.example')
    await page.keyboard.press('Enter')
    await dialog(page, text.editTitle).getByRole('button', { name: 'Cancel' }).click()
    await expect(row(page, 'Rolf Roleless').getByRole('cell').nth(2)).toHaveText('-')
  })

  await step(page, 'with somebody’s address is refused beside the field', async () => {
    await page.getByRole('button', { name: text.newTitle }).click()
    const form = dialog(page, text.newTitle)
    await form.getByLabel('Name').fill('Vic Again')
    await form.getByLabel('Email').fill('admin@valley-golf.example')
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(toast(page, text.createFailed)).toBeVisible()
    await expect(form.getByText('This e-mail address is already in use.')).toBeVisible()
    await expect(form.getByLabel('Email')).toBeFocused()
  })
})

test('editing a user @long', async ({ page }) => {
  await startSession(page, admin)
  await addUser(page, 'Stella Stop')
  await addUser(page, 'Harriet Half')
  await openUsers(page)

  await step(page, 'says when the roles can’t be loaded, and tries again', async () => {
    await page.route('**/configuration/roles', (route) => route.abort())
    await choose(page, 'Drew Door', 'Edit')
    await expect(edit(page).getByText(messages.roles.loadFailed)).toBeVisible()
    await page.unrouteAll()
    await edit(page).getByRole('button', { name: 'Retry' }).click()
    await expect(edit(page).getByLabel('Role')).toHaveValue('Door')
    await close(page)
  })

  await step(page, 'can’t take the role away', async () => {
    await choose(page, 'Drew Door', 'Edit')
    await edit(page).getByLabel('Role').selectOption('')
    await save(page).click()
    await expect(edit(page).getByText(text.roleRemoved)).toBeVisible()
    await discard(page, text.editTitle)
  })

  await step(page, 'leaves one’s own role to others', async () => {
    await choose(page, 'Alex Admin', 'Edit')
    await expect(edit(page).getByLabel('Role')).toHaveAttribute('readonly')
    await expect(edit(page).getByText("You can't change your own role.")).toBeVisible()
    await expect(edit(page).getByText(userWords.ownVenuesHelp)).toBeVisible()
    await close(page)
  })

  await step(page, 'stops when the role can’t be saved', async () => {
    await refuse(page, `**${apiPath}/*/role*`, 'PUT', 'This was made up.')
    let hasSentVenues = false
    page.on('request', (request) => {
      hasSentVenues ||= request.url().includes('/authorised-venue')
    })
    await choose(page, 'Stella Stop', 'Edit')
    await edit(page).getByLabel('Role').selectOption('Finance')
    await edit(page).getByRole('checkbox', { name: 'Harbourside Main Club' }).check()
    await save(page).click()
    await expect(toast(page, text.updateFailed)).toBeVisible()
    await expect(edit(page).getByText('Nothing was saved. This was made up.')).toBeVisible()
    expect(hasSentVenues).toBe(false)
    await page.unrouteAll()
    await discard(page, text.editTitle)
  })

  await step(
    page,
    'says that the role was saved when the venues were not, and tries those alone again',
    async () => {
      await refuse(page, `**${apiPath}/*/authorised-venue*`, 'PUT', 'This was made up.')
      await choose(page, 'Harriet Half', 'Edit')
      await edit(page).getByLabel('Role').selectOption('Finance')
      await edit(page).getByRole('checkbox', { name: 'Harbourside Main Club' }).check()
      await save(page).click()
      await expect(toast(page, text.updateFailed)).toBeVisible()
      await expect(
        edit(page).getByText('The role was saved, the venues were not. This was made up.'),
      ).toBeVisible()

      await page.unrouteAll()
      const sent: string[] = []
      page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
      await save(page).click()
      await expect(toast(page, text.updated)).toBeVisible()
      expect(sent).toEqual([expect.stringMatching(/authorised-venue\?/)])
      await expect(row(page, 'Harriet Half')).toContainText('Finance')
    },
  )

  await step(page, 'is refused where it would leave the business without an Admin', async () => {
    await openUsers(page, 'super@hub.example')
    await choose(page, 'Alex Admin', 'Edit')
    await edit(page).getByLabel('Role').selectOption('Door')
    await save(page).click()
    await expect(edit(page).getByText('This is the last enabled Admin of the business.')).toBeVisible()
  })
})
