import { messages } from '#contract/messages.ts'
import { expect, expectAccessibleOnBoth, longStep, signIn, startSession, step, test } from '#e2e/fixtures.ts'
import {
  addUser,
  admin,
  apiPath,
  choose,
  dialog,
  openMenu,
  openUsers,
  refuse,
  row,
  toast,
  usersPath,
} from './users-page.ts'

const text = messages.users

test('the users page', async ({ page }) => {
  await step(page, 'is found in the menu and lists e-mail, name and role', async () => {
    await signIn(page, admin)
    await page.getByRole('link', { name: 'Users' }).click()
    await expect(page).toHaveURL(usersPath)
    for (const header of ['Email', 'Name', 'Role', 'Status', 'Last sign-in'])
      await expect(page.getByRole('columnheader', { name: header })).toBeVisible()
    const pat = row(page, 'Pat Promotions')
    await expect(pat).toContainText('promotions@harbourside.example')
    await expect(pat).toContainText('Promotions')
    await expect(row(page, 'Dana Disabled')).toContainText('Disabled')
    await expect(row(page, 'Alex Admin')).toContainText(/\d+ \w+ 20\d\d/)
  })

  await step(page, 'searches e-mail and name, and says when nothing is found', async () => {
    const search = page.getByRole('searchbox', { name: 'Search users' })
    await search.fill('fran')
    await expect(row(page, 'Alex Admin')).toBeHidden()
    await expect(row(page, 'Fran Finance')).toBeVisible()
    await expect(page).toHaveURL(/\?q=fran$/)
    await search.fill('nobody at all')
    await expect(page.getByText(text.noneFound)).toBeVisible()
  })

  // The same of every list: members-list.spec.ts; that it goes on from page to page: continuation-tokens.test.ts.
  await longStep(page, 'loads more than 30 on request', async () => {
    await Promise.all(Array.from({ length: 35 }, (_, i) => addUser(page, `Usher ${i + 10}`)))
    await page.goto(`${usersPath}?q=usher`)
    await expect(page.getByText('30 of 35 shown')).toBeVisible()
    await page.getByRole('button', { name: text.loadMore }).click()
    await expect(page.getByText('All 35 shown')).toBeVisible()
    await expect(row(page, 'Usher 44')).toBeVisible()
  })

  // The same of every page: shell.spec.ts and members-list.spec.ts.
  await longStep(page, 'says what failed to load, and tries again', async () => {
    await page.route(`**${apiPath}?*`, (route) => route.abort())
    await page.route(`**${apiPath}`, (route) => route.abort())
    await page.goto(usersPath)
    await expect(page.getByText(messages.generic.pageAreaError)).toBeVisible()
    await expect(page.getByText(messages.generic.unknownError)).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(row(page, 'Alex Admin')).toBeVisible()
  })
})

// Who has the page in the menu: menu.test.ts; who may read and write there: tests/access-matrix.test.ts; what a closed page says: audit.spec.ts.
test('the users page is not for those who don’t manage users @long', async ({ page }) => {
  await signIn(page, 'reception@harbourside.example')
  await expect(page.getByRole('link', { name: 'Home' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Users' })).toBeHidden()
  await page.goto(usersPath)
  await expect(page.getByRole('table', { name: 'Users' })).toBeHidden()
  await expect(page.getByRole('main')).toContainText(/access|allow/)
})

// Its rules: user-changes.test.ts; another such menu: member-page.spec.ts.
test('the menu of a user @long', async ({ page }) => {
  await startSession(page, admin)
  await addUser(page, 'Dino Dormant')
  await addUser(page, 'Gustav Gone')
  await openUsers(page)

  await step(page, 'disables and enables them', async () => {
    await choose(page, 'Dino Dormant', 'Disable')
    await expect(toast(page, text.updated)).toBeVisible()
    await expect(row(page, 'Dino Dormant')).toContainText('Disabled')
    await openMenu(page, 'Dino Dormant')
    await expect(page.getByRole('menuitem', { name: 'Resend invitation' })).toContainText(
      'Enable the user first.',
    )
    await page.getByRole('menuitem', { name: 'Enable', exact: true }).click()
    await expect(row(page, 'Dino Dormant')).toContainText('Invited')
    await choose(page, 'Dino Dormant', 'Resend invitation')
    await expect(toast(page, 'Invitation sent.')).toBeVisible()
  })

  await step(page, 'gives the reason why one can’t disable or delete oneself', async () => {
    await openMenu(page, 'Alex Admin')
    await expect(page.getByRole('menuitem', { name: 'Disable' })).toContainText("You can't disable yourself.")
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toContainText("You can't delete yourself.")
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
  })

  await step(page, 'deletes them, once asked', async () => {
    await choose(page, 'Gustav Gone', 'Delete')
    const question = dialog(page, text.deleteTitle)
    await expect(question.getByText(text.deleteQuestion)).toBeVisible()

    await refuse(page, `**${apiPath}/*`, 'DELETE', 'This was made up.')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, text.deleteFailed)).toContainText('This was made up.')
    await page.unrouteAll()

    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, text.deleted)).toBeVisible()
    await expect(row(page, 'Gustav Gone')).toBeHidden()
  })
})

test('users and their dialogs are accessible at a desk and on a phone @long', async ({ page }) => {
  await openUsers(page, admin, 'pat')
  await expect(row(page, 'Pat Promotions')).toBeVisible()
  await expectAccessibleOnBoth(page)

  await choose(page, 'Pat Promotions', 'Edit')
  const form = dialog(page, text.editTitle)
  await expect(form.getByLabel('Role')).toHaveValue('Promotions')
  await form.getByLabel('Role').selectOption('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText(text.roleRemoved)).toBeVisible()
  await expectAccessibleOnBoth(page)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await form.getByRole('button', { name: 'Discard' }).click()

  await page.getByRole('button', { name: text.newTitle }).click()
  await dialog(page, text.newTitle).getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText(text.emailRequired)).toBeVisible()
  await expectAccessibleOnBoth(page)
})
