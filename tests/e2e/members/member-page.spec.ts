import { messages } from '#contract/messages.ts'
import { admin, dialog, refuse, toast } from '#e2e/access/users-page.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleOnBoth,
  longStep,
  signIn,
  startSession,
  test,
} from '#e2e/fixtures.ts'
import { act, addMember, memberNumbered, members, nameOption, panel, tab } from './member-pages.ts'

const text = messages.members

test('a member page shows who somebody is, how they are reached and what was changed', async ({ page }) => {
  await startSession(page, admin)
  const { id } = await memberNumbered(page, '10001')
  await page.goto(`${members}/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Ngaire Ryan' })).toBeVisible()
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')
  await expect(crumbs).toHaveText(['Harbourside Leagues Club', 'Members', 'Ngaire Ryan'])
  await expect(panel(page, 'Personal')).toContainText('Last NameRyan')
  await expect(panel(page, 'Other')).toContainText('NationalityNew Zealand')
  await expect(panel(page, 'Membership')).toContainText('Membership No.10001')
  await expect(panel(page, 'Membership')).toContainText('Overridden by Robin Reception')
  await expect(panel(page, 'Loyalty')).toContainText('Points')
  await expect(panel(page, 'Notes')).toContainText('Uses a wheelchair')
  await expectAccessible(page)

  await tab(page, 'Contact').click()
  await expect(page).toHaveURL(/\?tab=contact$/)
  await page.reload()
  await expect(panel(page, 'Home')).toContainText('Default address')
  await expect(panel(page, 'Work')).toContainText('Default contact')
  await expect(panel(page, 'Work')).toContainText('20 Bridge Street')
  await expect(panel(page, 'Work')).toContainText('Accepts e-mail, phone')
  await expect(panel(page, 'Postal')).toContainText('PO Box 118')
  await expectAccessibleOnBoth(page)

  await tab(page, 'History').click()
  const row = page.getByRole('table', { name: 'History' }).getByRole('row', { name: 'Robin Reception' })
  await expect(row).toContainText('Member level: Bronze → Gold')
  await expectAccessibleOnBoth(page)
})

// Its rules: member-overrides.test.ts and member-history.test.ts.
test('single properties are overridden where they stand, and the history tells @long', async ({ page }) => {
  await nameOption(page, 'Status', 'Suspended', 'On hold')
  await startSession(page, admin)
  const { id } = await addMember(page, 'Override', { MemberLevel: 'Silver', Status: 'Active' })
  await page.goto(`${members}/${id}`)
  await page.getByRole('button', { name: 'Override Status' }).click()
  const form = dialog(page, 'Override Status')
  await form.getByLabel('Status').selectOption('On hold')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, text.updated)).toBeVisible()
  await expect(panel(page, 'Membership')).toContainText('On hold')
  await expect(panel(page, 'Membership')).toContainText('Overridden by Alex Admin')

  await page.getByRole('button', { name: 'Override Date Renewed' }).click()
  await dialog(page, 'Override Date Renewed').getByLabel('Date Renewed').fill('1/2/2026')
  await page.keyboard.press('Enter')
  await expect(panel(page, 'Membership')).toContainText('1 Feb 2026')

  await refuse(page, '**/override-property', 'PATCH', 'Not today.')
  await page.getByRole('button', { name: 'Override Badge Number' }).click()
  await dialog(page, 'Override Badge Number').getByLabel('Badge Number').fill('B-7')
  await dialog(page, 'Override Badge Number').getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page, 'Override Badge Number')).toContainText('Not today.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()

  await tab(page, 'History').click()
  const rows = page.getByRole('table', { name: 'History' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('Date renewed: - → 1 Feb 2026')
  await expect(rows.nth(2)).toContainText('Status: Active → On hold')
  await expect(rows.nth(3)).toContainText('Created')
  await page.goto(`${members}?q=override`)
  await expect(page.getByRole('row', { name: 'Test Override' })).toContainText('On hold')
})

test('notes are written, pinned and deleted, others’ by those who edit members', async ({ page }) => {
  await startSession(page, admin)
  const { id } = await addMember(page, 'Notes')
  await page.goto(`${members}/${id}`)
  const notes = panel(page, 'Notes')
  await expect(notes).toContainText('No notes yet.')
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.getByText('Write something.')).toBeVisible()
  await notes.getByLabel('New note').fill('Likes the corner table.')
  await tab(page, 'Contact').click()
  await dialog(page, 'Discard your changes?').getByRole('button', { name: 'Keep editing' }).click()
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(toast(page, 'Note added.')).toBeVisible()
  await notes.getByLabel('New note').fill('Owes a drink.')
  await notes.getByRole('button', { name: 'Add note' }).click()
  const items = notes.getByRole('list', { name: 'Notes' }).getByRole('listitem')
  await expect(items).toContainText(['Owes a drink.', 'Likes the corner table.'])
  await items.filter({ hasText: 'corner' }).getByRole('button', { name: 'Pin note' }).click()
  await expect(items).toContainText(['Pinned', 'Owes a drink.'])

  // Who may delete which: member-notes.test.ts.
  await longStep(page, 'who edits no members reads them, and deletes none', async () => {
    await signIn(page, 'door@harbourside.example', `${members}/${id}`)
    await expect(items).toHaveCount(2)
    await expect(notes.getByRole('button', { name: 'Delete note' })).toHaveCount(0)
    await signIn(page, admin, `${members}/${id}`)
  })
  await items.filter({ hasText: 'drink' }).getByRole('button', { name: 'Delete note' }).click()
  await dialog(page, 'Delete this note?').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Note deleted.')).toBeVisible()
  await expect(items).toHaveCount(1)
})

test('a member is deleted once asked, and brought back by those who delete members', async ({ page }) => {
  await startSession(page, admin)
  const { id } = await addMember(page, 'Gone')
  await page.goto(`${members}/${id}`)
  await act(page, 'Delete Member')
  const question = dialog(page, text.deleteTitle)
  await expect(question.getByText(text.deleteQuestion)).toBeVisible()
  await refuse(page, '**/hub-membership/members/*', 'DELETE', 'This was made up.')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, text.deleteFailed)).toContainText('This was made up.')
  await page.unrouteAll()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, text.deleted)).toBeVisible()
  await expect(page).toHaveURL(members)
  await signIn(page, 'reception@harbourside.example', `${members}/${id}`)
  await expect(page.getByText(messages.generic.recordError)).toBeVisible()

  await signIn(page, admin, `${members}/${id}?edit=true`)
  await expect(page.getByText('This member is deleted.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Actions', exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(toast(page, 'Member restored.')).toBeVisible()
  await expect(page.getByText('This member is deleted.')).toBeHidden()
})

test('without the licence a member can only be looked at', async ({ page }) => {
  await startSession(page, 'admin@valley-golf.example')
  const golf = '/businesses/valley-golf'
  for (const path of ['/members/new', '/members/new?tab=contact']) {
    await page.goto(golf + path)
    await expect(page.getByRole('heading', { name: 'HubMembership is not licensed' })).toBeVisible()
    await expect(page.getByText('A super administrator can switch it on')).toBeVisible()
  }
  const { token } = (await (await page.request.post('/identity/token')).json()) as { token: string }
  const found = await page.request.get('/api/cherrypay/v1/valley-golf/members?limit=1', {
    headers: { Authorization: `Bearer ${token}` },
  })
  const { Results } = (await found.json()) as { Results: [{ id: string; LastName: string }] }
  await page.goto(`${golf}/members/${Results[0].id}`)
  await expect(panel(page, 'Personal')).toContainText(Results[0].LastName)
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Award Points' })).toBeVisible()
  for (const name of ['Edit Member', 'Delete Member', 'Merge with another member'])
    await expect(page.getByRole('menuitem', { name })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Override/ })).toHaveCount(0)
  await page.goto(`${golf}/members/${Results[0].id}?edit`)
  await expect(page).toHaveURL(golf)
})

// Of other venues: tests/venues.test.ts; that it can be tried again: shell.spec.ts and members-list.spec.ts.
test('members of other venues are not found, and a failure can be tried again @long', async ({ page }) => {
  await startSession(page, admin)
  const theirs = await addMember(page, 'Elsewhere', {}, '1')
  const own = await addMember(page, 'Here', {}, '2')
  await signIn(page, 'promotions@harbourside.example', `${members}/${theirs.id}`)
  await expect(page.getByText(messages.generic.recordError)).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Elsewhere')

  await page.route(`**/members/${own.id}`, (route) =>
    route.request().resourceType() === 'fetch' ? route.abort() : route.fallback(),
  )
  await page.goto(`${members}/${own.id}`)
  await expect(page.getByText(messages.generic.unknownError)).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Test Here' })).toBeVisible()
})
