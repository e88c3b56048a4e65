import { readFile } from 'node:fs/promises'
import { messages } from '#contract/messages.ts'
import { expect, expectAccessible, signIn, step, test } from '#e2e/fixtures.ts'
import {
  membersApiPath,
  membersPath,
  numberBox,
  openMembers,
  rows,
  searchBox,
  table,
} from './members-list-page.ts'

const text = messages.members
const admin = 'admin@harbourside.example'

test('the list of members', async ({ page }) => {
  await step(
    page,
    'finds members by words and by number, in the address too, and says when there are none',
    async () => {
      await signIn(page, admin)
      await page.getByRole('link', { name: 'Launch Pay' }).click()
      await expect(page).toHaveURL(membersPath)
      await expect(page.getByRole('link', { name: 'Members', exact: true })).toHaveAttribute(
        'aria-current',
        'page',
      )
      await expect(table(page).getByRole('columnheader')).toHaveText([
        'Membership No',
        'Name',
        'Birth Date',
        'Status',
        'Financial Date',
        'Level',
        'Membership Type',
        'Actions',
      ])
      await expect(page.getByText(/^30 (of [\d,]+ )?shown$/)).toBeVisible()
      await expectAccessible(page)

      await page.keyboard.press('/')
      await page.keyboard.type('ANDERSON chloe')
      await expect(page).toHaveURL(/\?q=ANDERSON\+chloe$/)
      await expect(rows(page).first()).toContainText('Chloé')
      await expect(rows(page).filter({ hasNotText: 'Chloé' })).toHaveCount(0)
      await expect(rows(page).first()).toContainText(/\d{5}.*\d{1,2} \w+ \d{4}.*Ordinary/)

      await numberBox(page).fill('99')
      await expect(page.getByText(text.noneMatching('ANDERSON chloe 99'))).toBeVisible()
      await page.reload()
      await expect(searchBox(page)).toHaveValue('ANDERSON chloe')
      await expect(numberBox(page)).toHaveValue('99')
      await searchBox(page).clear()
      await expect(page.getByText(text.noneMatching('99'))).toBeVisible()
      await numberBox(page).fill('10042')
      await expect(rows(page)).toHaveCount(1)
      await expect(rows(page)).toContainText('10042')
      await page.goto(`${membersPath}?filter=Status%3DNobody`)
      await expect(page.getByText(text.noneFound)).toBeVisible()
      await page.getByRole('button', { name: 'Reset the filter' }).click()
      await expect(page.getByText(/^30 (of [\d,]+ )?shown$/)).toBeVisible()
    },
  )

  await step(page, 'shows who has lapsed, by the word that stands on their page', async () => {
    await page.goto(`${membersPath}?filter=Financial%3Dfalse`)
    const lapsed = rows(page)
      .filter({ has: page.getByText('Lapsed', { exact: true }) })
      .first()
    await expect(lapsed.getByText('Lapsed', { exact: true })).toBeVisible()
    await lapsed.click()
    await expect(page).toHaveURL(/\/members\/[^/?]+$/)
    await expect(page.getByRole('main').getByText('Lapsed', { exact: true }).first()).toBeVisible()
    await page.goto(membersPath)
  })

  await step(page, 'says that a search failed and why, and tries again; so does a page more', async () => {
    await page.route(`**${membersApiPath}**`, (route) => route.abort())
    await page.goto(membersPath)
    await expect(page.getByRole('alert')).toContainText(text.searchFailed)
    await expect(page.getByRole('alert')).toContainText(messages.generic.unknownError)
    await page.unroute(`**${membersApiPath}**`)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(/^30 (of [\d,]+ )?shown$/)).toBeVisible()

    await page.route(`**${membersApiPath}**`, (route) => route.abort())
    await page.getByRole('button', { name: messages.generic.loadMore }).click()
    await expect(page.getByRole('alert')).toContainText(text.searchFailed)
    await expect(rows(page)).toHaveCount(30)
    await page.unroute(`**${membersApiPath}**`)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(/^60 (of [\d,]+ )?shown$/)).toBeVisible()
  })

  await step(page, 'shows a badge for a missing number, and a dash for neither', async () => {
    await page.route(`**${membersApiPath}*`, async (route) => {
      const answer = await (await route.fetch()).json()
      const [first, second] = answer.Results
      const undated = { DateFinancial: null, Standing: 'No date' }
      const without = { MembershipNumber: null, BirthDate: null, Status: null, ...undated }
      const Results = [
        { ...first, ...without, BadgeNumber: 'B-77' },
        { ...second, ...without, BadgeNumber: null, MemberLevelDescription: null },
      ]
      await route.fulfill({ json: { Results, _links: {} } })
    })
    await page.goto(membersPath)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(rows(page).first().getByRole('cell')).toHaveText([
      'B-77',
      /./,
      '-',
      '-',
      '-',
      /\w/,
      'Ordinary',
      '',
    ])
    await expect(rows(page).nth(1).getByRole('cell').first()).toHaveText('-')
    await page.unrouteAll()
  })
})

test('keeps the place in the list on the way back and over a reload', async ({ page }) => {
  await openMembers(page, admin, '?q=an')
  await page.getByRole('button', { name: messages.generic.loadMore }).click()
  await expect(page.getByText(/^60 (of [\d,]+ )?shown$/)).toBeVisible()
  await page.getByRole('button', { name: messages.generic.loadMore }).click()
  await expect(page.getByText(/^90 (of [\d,]+ )?shown$/)).toBeVisible()
  const far = rows(page).nth(75)
  await far.scrollIntoViewIfNeeded()
  const name = (await far.getByRole('cell').nth(1).textContent()) ?? ''
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(500)

  await far.click()
  await expect(page).toHaveURL(/\/members\/[^/?]+$/)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Members')
  await page.goBack()
  await expect(page.getByText(/^90 (of [\d,]+ )?shown$/)).toBeVisible()
  await expect(searchBox(page)).toHaveValue('an')
  await expect(rows(page).nth(75)).toBeInViewport()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)

  await page.reload()
  await expect(page.getByText(/^90 (of [\d,]+ )?shown$/)).toBeVisible()
  await expect(rows(page).nth(75)).toContainText(name)
  await expect(rows(page).nth(75)).toBeInViewport()

  // Another search begins at its beginning.
  await searchBox(page).fill('wil')
  await expect(page).toHaveURL(/\?q=wil$/)
})

test('exports what is found, and only that', async ({ page }) => {
  await openMembers(page, admin, '?q=nguyen&filter=MemberLevel%3DGold')
  await expect(page.getByText(/All \d+ shown/)).toBeVisible()
  const shown = await rows(page).count()
  const download = page.waitForEvent('download')
  // It stays for two seconds only.
  const told = page.getByText('The members have been exported.').waitFor()
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await told
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^members-harbourside-.*\.csv$/)
  const [header, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(header).toContain('Membership No,')
  expect(lines).toHaveLength(shown)
  expect(lines.filter((line) => !/Nguyen/.test(line) || !line.includes('Gold'))).toEqual([])

  await page.route(`**${membersApiPath}/csv*`, (route) => route.abort())
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText('The members could not be exported.')).toBeVisible()
})

// The same question as in member-page.spec.ts.
test('deletes a member from its row, once asked, and opens it @long', async ({ page }) => {
  await openMembers(page, admin, '?membershipNumber=10050')
  await expect(rows(page)).toHaveCount(1)
  const openMenu = () =>
    rows(page)
      .getByRole('button', { name: /^Actions for/ })
      .click()
  await openMenu()
  await page.getByRole('menuitem', { name: 'View Member' }).click()
  await expect(page).toHaveURL(/\/members\/[^/?]+$/)
  await page.goBack()
  await openMenu()
  await page.getByRole('menuitem', { name: 'Delete Member' }).click()
  const question = page.getByRole('dialog', { name: text.deleteTitle })
  await expect(question).toContainText(text.deleteQuestion)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(text.deleted)).toBeVisible()
  await expect(page.getByText(text.noneMatching('10050'))).toBeVisible()
})

test('members by who looks @long', async ({ page }) => {
  await step(page, 'reception searches', async () => {
    await openMembers(page, 'reception@harbourside.example')
    await expect(page.getByText(/^30 (of [\d,]+ )?shown$/)).toBeVisible()
    await expect(page.getByRole('button', { name: /Export CSV|Invite all/ })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Import' })).toBeHidden()
    await page.getByRole('link', { name: 'New Member' }).click()
    await expect(page).toHaveURL(`${membersPath}/new`)
  })

  await step(page, 'a user of one venue meets the members of that venue alone', async () => {
    await openMembers(page, 'promotions@harbourside.example')
    await page.getByRole('button', { name: 'Filters' }).click()
    const ofVenue = page.getByText(/^[\d,]+ members match\.$/)
    await expect(ofVenue).toBeVisible()
    const count = Number((await ofVenue.textContent())?.replace(/\D/g, ''))
    expect(count).toBeGreaterThan(500)
    expect(count).toBeLessThan(1500)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: 'New Member' })).toBeHidden()
  })

  await step(page, 'without the search the page is the venues’', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await openMembers(page, 'door@harbourside.example')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Venues')
    await expect(page.getByRole('row', { name: 'Harbourside Main Club' })).toBeVisible()
    await expect(page.getByRole('row', { name: 'Harbourside Sports Bar' })).toBeVisible()
    await expect(searchBox(page)).toBeHidden()
    expect(asked).not.toContain(membersApiPath)
    await expectAccessible(page)
    page.removeAllListeners('request')
  })

  await step(page, 'without the licence members are looked at, not kept', async () => {
    await openMembers(page, 'admin@valley-golf.example')
    await expect(page.getByText(/^30 (of [\d,]+ )?shown$/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'New Member' })).toBeHidden()
    await rows(page)
      .first()
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await expect(page.getByRole('menuitem', { name: 'View Member' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Delete Member' })).toBeHidden()
  })
})
