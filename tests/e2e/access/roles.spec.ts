import { nameTaken } from '#contract/access/roles.ts'
import { expect, expectAccessible, longStep, signIn, startSession, step, test } from '#e2e/fixtures.ts'
import {
  addRole,
  admin,
  banner,
  choose,
  dialog,
  header,
  matrix,
  openRoles,
  rolesPath,
  save,
  text,
  tick,
  toast,
} from './roles-page.ts'

// So high that no bar hides half of a checkbox, which axe would take for one too small.
const phone = { width: 390, height: 1400 }

test('the roles page', async ({ page }) => {
  await startSession(page, admin)
  await addRole(page, 'Has One', 'Member.Search')
  await addRole(page, 'A Keyboard Role', 'Member.Search')

  // The same of a list: members-list.spec.ts.
  await longStep(page, 'says when it could not load, and tries again', async () => {
    await page.route('**/configuration/roles', (route) => route.fulfill({ status: 400, json: {} }))
    await page.goto(rolesPath)
    await expect(page.getByText(text.loadFailed)).toBeVisible()
    await expect(page.getByText('HTTP 400 error.')).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/configuration/roles')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(matrix(page)).toBeVisible()
  })

  await step(page, 'is found in the menu and shows permissions by role, in groups', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Roles' }).click()
    await expect(page).toHaveURL(rolesPath)
    const groups = page.getByRole('rowheader', {
      name: /^(Members|Member Invitations|Reports|Administration|Other)$/,
    })
    await expect(groups).toHaveText(['Members', 'Member Invitations', 'Reports', 'Administration', 'Other'])
    await expect(page.getByRole('rowheader', { name: 'Award Points' })).toContainText(
      'Add points to a member.',
    )
    await expect(header(page, 'Finance')).toContainText(/\d users?/)
    await expect(tick(page, 'Award Points', 'Duty Manager')).toBeChecked()
    await expect(tick(page, 'Manage Users', 'Duty Manager')).not.toBeChecked()
  })

  // Its rules: roles.test.ts.
  await longStep(page, 'lets the roles of every business be read and nothing more', async () => {
    await expect(header(page, 'Admin').getByLabel('View-only')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /for Admin$/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Actions for Door' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['View'])
    await page.getByRole('menuitem', { name: 'View' }).click()
    await expect(dialog(page, 'Door')).toContainText('checks people in at events.')
    await expect(dialog(page, 'Door').getByRole('checkbox')).toHaveCount(0)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await step(page, 'a new role is checked, held back, saved and there to stay', async () => {
    await page.getByRole('button', { name: text.newTitle }).click()
    const form = dialog(page, text.newTitle)
    const name = form.getByRole('textbox', { name: 'Name' })
    const submit = form.getByRole('button', { name: 'Add role' })
    await submit.click()
    await expect(form.getByText(text.nameRequired)).toBeVisible()
    await expect(form.getByText(text.permissionsRequired)).toBeVisible()
    await expectAccessible(page)
    await name.fill('Bar/Staff')
    await submit.click()
    await expect(form.getByText(text.nameAlphanumeric)).toBeVisible()
    await name.fill('duty manager')
    await submit.click()
    await expect(form.getByText(nameTaken)).toBeVisible()
    await name.fill('Bar Staff')
    await submit.click()
    await expect(form.getByRole('checkbox', { name: 'View Member Details' })).toBeFocused()
    await form.getByRole('checkbox', { name: 'Award Points' }).check()
    await submit.click()

    await expect(banner(page)).toContainText('Unsaved changes: 1 added')
    await expect(header(page, 'Bar Staff')).toContainText('New')
    await save(page)
    await expect(toast(page, text.updated)).toBeVisible()
    await expect(banner(page)).toBeHidden()
    await page.reload()
    await expect(tick(page, 'Award Points', 'Bar Staff')).toBeChecked()
  })

  await step(page, 'the keyboard reaches every cell of the matrix, and is past it with one Tab', async () => {
    await page.getByRole('button', { name: text.newTitle }).focus()
    await page.keyboard.press('Tab')
    await expect(tick(page, 'View Member Details', 'A Keyboard Role')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const invite = tick(page, 'Create Members', 'A Keyboard Role')
    await expect(invite).toBeFocused()
    await page.keyboard.press('Space')
    await expect(invite).toBeChecked()
    await page.keyboard.press('Tab')
    await expect(banner(page).getByRole('button', { name: 'Discard' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(invite).toBeFocused()
    await page.keyboard.press('End')
    await expect(page.getByRole('gridcell').and(page.locator(':focus'))).toHaveText(/Not granted/)
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('button', { name: 'Actions for A Keyboard Role' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Remove' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(header(page, 'A Keyboard Role')).toBeHidden()
    await banner(page).getByRole('button', { name: 'Discard' }).click()
    await expect(banner(page)).toBeHidden()
  })

  await step(page, 'an edit keeps the name, and discarding brings back what was', async () => {
    await choose(page, 'Membership Officer', 'Edit')
    const form = dialog(page, 'Edit Role')
    await expect(form.getByRole('textbox', { name: 'Name' })).not.toBeEditable()
    await form.getByRole('textbox', { name: 'Description' }).fill('Looks after applications.')
    await form.getByRole('checkbox', { name: 'Financial Reports' }).check()
    await form.getByRole('button', { name: 'Apply' }).click()
    await expect(banner(page)).toContainText('Unsaved changes: 1 updated')
    await expect(tick(page, 'Financial Reports', 'Membership Officer')).toBeChecked()
    await banner(page).getByRole('button', { name: 'Discard' }).click()
    await expect(banner(page)).toBeHidden()
    await expect(tick(page, 'Financial Reports', 'Membership Officer')).not.toBeChecked()
  })

  // Its rules: roles.test.ts.
  await longStep(page, 'a role without permissions is not saved', async () => {
    await tick(page, 'Search Members', 'Has One').uncheck()
    await expect(banner(page)).toContainText(`Has One: ${text.permissionsRequired}`)
    await expect(banner(page).getByRole('button', { name: 'Save' })).toBeDisabled()
    await tick(page, 'Search Members', 'Has One').check()
    await expect(banner(page)).toBeHidden()
  })
})

// Who has the page in the menu: menu.test.ts; who may read and write there: tests/access-matrix.test.ts; what a closed page says: audit.spec.ts.
test('the roles page is closed to those who may not manage users @long', async ({ page }) => {
  await signIn(page, 'finance@harbourside.example')
  await expect(page.getByRole('link', { name: 'Home' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Roles' })).toHaveCount(0)
  await page.goto(rolesPath)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No access')
  await expect(matrix(page)).toHaveCount(0)
})

test.describe('by the clock', () => {
  test.use({ hasOwnPage: true })

  test('leaving with unsaved changes @long', async ({ page }) => {
    await step(page, 'asks, and stays or leaves as told', async () => {
      await signIn(page, admin)
      await page.getByRole('link', { name: 'Roles' }).click()
      await tick(page, 'Manage Users', 'Membership Officer').check()
      await page.getByRole('link', { name: 'Home' }).click()
      const question = dialog(page, 'Discard your changes?')
      await expectAccessible(page)
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await expect(question).toBeHidden()
      await expect(tick(page, 'Manage Users', 'Membership Officer')).toBeChecked()
      // The question is still fading when it is asked again: its answer is none to the new one.
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await page.getByRole('button', { name: 'Log out' }).click()
      await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
      await page.clock.pauseAt(Date.now() + 60_000)
      await question.getByRole('button', { name: 'Keep editing' }).press('Enter')
      await page.evaluate(() =>
        new Promise((resolve) => {
          addEventListener('popstate', resolve, { once: true })
          history.back()
        }).then(() => undefined),
      )
      await page.clock.runFor(1000)
      await page.clock.resume()
      await expect(tick(page, 'Manage Users', 'Membership Officer')).toBeChecked()
      await question.getByRole('button', { name: 'Discard' }).click()
      await expect(page).toHaveURL('/businesses/harbourside')
    })

    await step(page, 'by closing or reloading the tab makes the browser ask', async () => {
      await page.getByRole('link', { name: 'Roles' }).click()
      await tick(page, 'Manage Users', 'Membership Officer').check()
      const asked = page.waitForEvent('dialog')
      void page.reload().catch(() => undefined)
      const question = await asked
      expect(question.type()).toBe('beforeunload')
      await question.dismiss()
      await expect(tick(page, 'Manage Users', 'Membership Officer')).toBeChecked()
    })
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('there is one role at a time @long', async ({ page }) => {
    await openRoles(page)
    await expect(matrix(page)).toHaveCount(0)
    const role = page.getByRole('combobox', { name: 'Role' })
    await role.selectOption('Finance')
    await expect(page.getByRole('heading', { name: 'Finance' })).toBeVisible()
    await expect(page.getByText(/Default, view-only · \d users?/)).toBeVisible()
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await expectAccessible(page)

    await page.getByRole('button', { name: text.newTitle }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Pocket Role')
    await dialog(page, text.newTitle).getByRole('checkbox', { name: 'Search Members' }).check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add role' }).click()
    await expect(role).toHaveValue('Pocket Role')
    await page.getByRole('checkbox', { name: 'Award Points' }).check()
    await expect(banner(page)).toContainText('1 added')
    await expectAccessible(page)
    await save(page)
    await expect(toast(page, text.updated)).toBeVisible()
    await expect(role).toHaveValue('Pocket Role')
  })
})
