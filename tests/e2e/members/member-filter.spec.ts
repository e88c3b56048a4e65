import { expect, expectAccessible, test } from '#e2e/fixtures.ts'
import { addCondition, condition, filterDialog, openMembers, rows, searchBox } from './members-list-page.ts'

const admin = 'admin@harbourside.example'

test('is built from conditions, with what they say and how many they leave', async ({ page }) => {
  await openMembers(page, admin)
  await page.getByRole('button', { name: 'Filters' }).click()
  const dialog = filterDialog(page)
  await expect(dialog.getByText('All members.', { exact: true })).toBeVisible()
  await expect(dialog.getByText('2,000 members match.')).toBeVisible()

  await addCondition(page, 'Status')
  await condition(page, 'Status is').getByText('Inactive').click()
  await condition(page, 'Status is').getByText('Suspended').click()
  await addCondition(page, 'Level')
  await dialog.getByRole('combobox', { name: 'How Level is compared' }).selectOption('is not')
  await condition(page, 'Level is not').getByText('Gold').click()
  await addCondition(page, 'Birth month')
  await condition(page, 'Birth month is').getByText('March').click()
  await addCondition(page, 'Financial')
  await condition(page, 'Financial is').getByText('Yes').click()
  await expect(
    dialog.getByText(
      "Members who have the status Inactive or Suspended, don't have the level Gold, were born in March and are financial.",
    ),
  ).toBeVisible()
  await expect(dialog.getByText(/^\d+ members? match(es)?\.$/)).toBeVisible()
  await expectAccessible(page)

  // A second condition of the same kind can only be the opposite one, and a third none.
  await addCondition(page, 'Status')
  await expect(condition(page, 'Status is not').getByText('Active', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Add condition' }).click()
  await expect(page.getByRole('menuitem', { name: 'Status' })).toBeDisabled()
  // Pressed in the menu: from the button, before the focus has gone over, it would close the dialog.
  await page.getByRole('menuitem', { name: 'Gender' }).press('Escape')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(condition(page, 'Status is not').getByRole('alert')).toHaveText(
    'Choose a value, or remove this condition.',
  )
  await expect(condition(page, 'Status is not').getByRole('checkbox').first()).toBeFocused()
  await dialog.getByRole('button', { name: 'Remove Status is not' }).click()
  await dialog.getByRole('button', { name: 'Remove Financial is' }).click()

  await addCondition(page, 'Points balance')
  await condition(page, 'Points balance is at least').getByRole('textbox', { name: 'Points' }).fill('0')
  await dialog.getByRole('combobox', { name: 'How Points balance is compared' }).selectOption('is less than')
  await condition(page, 'Points balance is less than')
    .getByRole('textbox', { name: 'Points' })
    .fill('1250.50')
  await expect(dialog.getByText(/a points balance of less than 1,250\.5\.$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog).toBeHidden()

  const query = 'Status=Inactive&Status=Suspended&MemberLevel=!Gold&BirthMonth=3&PointsBalanceLessThan=1250.5'
  await expect(page).toHaveURL((url) => url.searchParams.get('filter') === query)
  await expect(rows(page).filter({ hasText: /Gold|Active$/ })).toHaveCount(0)
  await expect(page.getByText(/All \d+ shown/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^Members who have the status Inactive or Suspended/)).toBeVisible()
  await searchBox(page).fill('nobody at all')
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(page).toHaveURL(/members\?q=nobody\+at\+all$/)
  await expect(page.getByRole('button', { name: 'Reset', exact: true })).toBeHidden()
})

// How it is read: member-filter.test.ts; calendar.spec.ts types one.
test('is typed by those who like to, with mistakes marked where they are @long', async ({ page }) => {
  await openMembers(page, admin, '?filter=Colour%3Dred%26Gender%3DFemale')
  await expect(page.getByRole('alert')).toContainText("There is no filter named 'Colour'.")
  await page.getByRole('button', { name: 'Filters' }).click()
  const dialog = filterDialog(page)
  const field = dialog.getByRole('textbox', { name: 'Filter query' })
  await expect(field).toHaveValue('Colour=red&Gender=Female')
  await expect(dialog.locator('mark')).toHaveText('Colour=red')
  await expect(field).toHaveAccessibleDescription(/There is no filter named 'Colour'\./)
  await expectAccessible(page)

  await dialog.getByRole('tab', { name: 'Conditions' }).click()
  await dialog.getByRole('button', { name: 'Correct the text' }).click()
  await field.fill('birthmonth=13&status=Active')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(field).toBeFocused()
  await expect(dialog.locator('mark')).toHaveText('birthmonth=13')

  await field.fill('birthmonth=12&status=Active&MembershipType=Bygone&PointsBalanceGreaterThan=!5')
  await dialog.getByRole('tab', { name: 'Conditions' }).click()
  await expect(condition(page, 'Birth month is').getByRole('checkbox', { name: 'December' })).toBeChecked()
  await expect(
    condition(page, 'Membership type is').getByRole('checkbox', { name: 'Bygone (deprecated)' }),
  ).toBeChecked()
  await expect(condition(page, 'Points balance is not more than')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove Membership type is' }).click()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(
    (url) => url.searchParams.get('filter') === 'BirthMonth=12&Status=Active&PointsBalanceGreaterThan=!5',
  )
})

test('is saved under a name, for oneself or for all, and used again @long', async ({ page, browser }) => {
  await openMembers(page, admin, '?filter=MemberLevel%3DSilver')
  await page.getByRole('button', { name: 'Filters' }).click()
  const dialog = filterDialog(page)
  await dialog.getByRole('tab', { name: 'Saved filters' }).click()
  const save = dialog.getByRole('button', { name: 'Save filter' })
  const name = dialog.getByRole('textbox', { name: 'Save this filter as' })
  const list = dialog.getByRole('list', { name: 'Saved filters' })
  await save.click()
  await expect(dialog.getByText('Name is required.')).toBeVisible()
  await name.fill('Only silver')
  await name.press('Enter')
  const own = list.getByRole('listitem').filter({ hasText: 'Only silver' })
  await expect(own).toContainText('Private')
  await expect(own).toContainText('Members who have the level Silver.')
  await name.fill('only SILVER')
  await dialog.getByRole('checkbox', { name: 'Share with everyone in this business' }).check()
  await save.click()
  await expect(dialog.getByText('You have a filter of this name already.')).toBeVisible()
  await name.fill('Silver for all')
  await save.click()
  await expect(list.getByRole('listitem').filter({ hasText: 'Silver for all' })).toContainText(
    'Shared by you',
  )
  await expectAccessible(page)

  // Reception finds what is shared, and can't delete it.
  const other = await browser.newPage()
  await openMembers(other, 'reception@harbourside.example')
  await other.getByRole('button', { name: 'Filters' }).click()
  await filterDialog(other).getByRole('tab', { name: 'Saved filters' }).click()
  const shared = filterDialog(other).getByRole('listitem').filter({ hasText: 'Silver for all' })
  await expect(shared).toContainText('Shared by Alex Admin')
  await expect(shared.getByRole('button', { name: /Delete/ })).toBeHidden()
  await expect(filterDialog(other).getByText('Only silver')).toBeHidden()
  await shared.getByRole('button', { name: 'Use Silver for all' }).click()
  await expect(condition(other, 'Level is').getByRole('checkbox', { name: 'Silver' })).toBeChecked()
  await filterDialog(other).getByRole('button', { name: 'Apply' }).click()
  await expect(other).toHaveURL((url) => url.searchParams.get('filter') === 'MemberLevel=Silver')
  await other.close()

  await list.getByRole('button', { name: 'Delete Only silver' }).click()
  await own.getByRole('button', { name: 'Keep' }).click()
  await list.getByRole('button', { name: 'Delete Only silver' }).click()
  await own.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(own).toBeHidden()
})

test('works with a thumb @long', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openMembers(page, admin, '?filter=Financial%3Dtrue')
  await expect(rows(page).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Filters' }).click()
  await addCondition(page, 'Gender')
  const counted = page.waitForResponse(/eligible-member-count.*Gender/)
  await condition(page, 'Gender is').getByText('Female').click()
  await expectAccessible(page)
  // Begun later, this one would fail as well, and the message be gone with it.
  await counted
  await page.route('**/eligible-member-count*', (route) => route.abort())
  await condition(page, 'Gender is').getByText('Other').click()
  await expect(filterDialog(page).getByRole('alert')).toContainText('The members could not be counted.')
  await page.unroute('**/eligible-member-count*')
  await filterDialog(page).getByRole('button', { name: 'Retry' }).click()
  await expect(filterDialog(page).getByText(/members match\.$/)).toBeVisible()
  await filterDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await filterDialog(page).getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/filter=Financial%3Dtrue$/)
})
