import { messages } from '#contract/messages.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleOnBoth,
  longStep,
  signIn,
  step,
  test,
} from '#e2e/fixtures.ts'

const phone = { width: 390, height: 844 }

const membership = ['Membership', 'Renewals']
const management = [
  'Home',
  'Members',
  'Events',
  'Visitors',
  'Cards',
  'Card Orders',
  'Passes',
  ...membership,
  'Forms',
  'Payments',
  'Approvals',
  'Users',
  'Roles',
  'Reports',
  'Audit',
]

// What each account finds in its menu, in its order. A page that is built adds its label here.
const menus = [
  [
    'super@hub.example',
    [
      'Businesses',
      'Administrators',
      'Platform Audit',
      'Outbox',
      'Failed Jobs',
      'Growth',
      ...management,
      'Business Configuration',
    ],
  ],
  ['admin@harbourside.example', [...management, 'Business Settings']],
  ['reception@harbourside.example', ['Home', 'Members', 'Events', ...membership, 'Reports']],
  [
    'promotions@harbourside.example',
    ['Home', 'Members', 'Events', 'Cards', 'Card Orders', 'Approvals', 'Reports'],
  ],
  ['finance@harbourside.example', ['Home', ...membership, 'Payments', 'Reports']],
  ['door@harbourside.example', ['Home', 'Venues', 'Events', 'Reports']],
] as const

test('everybody finds in the menu what their role opens, and nothing else', async ({ page }) => {
  for (const [email, labels] of menus) {
    await signIn(page, email, '/businesses/harbourside')
    const links = page.getByRole('navigation', { name: 'Menu' }).getByRole('list').getByRole('link')
    await expect(links, email).toHaveText([...labels])
  }
})

test('the shell of a super administrator', async ({ page }) => {
  await signIn(page, 'super@hub.example')

  await step(page, 'names the page in the way to it, its title and the menu', async () => {
    await expect(page).toHaveTitle('Businesses · Hub')
    await page.getByRole('link', { name: 'Harbourside Leagues Club' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Sam Super' })).toBeVisible()
    await expect(page).toHaveTitle('Harbourside Leagues Club · Hub')
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')
    await expect(crumbs).toHaveText(['Businesses', 'Harbourside Leagues Club'])
    await expect(page.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
    await crumbs.getByRole('link', { name: 'Businesses' }).click()
    await expect(page).toHaveURL(/\/businesses$/)
  })

  await step(page, 'tells the version under the menu, for whoever asks support', async () => {
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await expect(menu.getByText(/^Version \d+\.\d+\.\d+$/)).toBeVisible()
    await expectAccessible(page)
  })

  await step(
    page,
    'says that the server is busy, tries again by itself, and shows what was asked for',
    async () => {
      let isBusy = true
      await page.route('**/api/business/summary**', (route) =>
        isBusy
          ? route.fulfill({
              status: 503,
              headers: { 'retry-after': '1', 'x-made-up': 'yes' },
              json: { ErrorCode: 'busy', ErrorMessage: 'Hub is busy. Try again in a moment.' },
            })
          : route.continue(),
      )
      await page.reload()
      await expect(page.getByText(messages.generic.busy)).toBeVisible()
      await expectAccessible(page)
      isBusy = false
      await expect(page.getByRole('link', { name: 'Harbourside Leagues Club' })).toBeVisible()
      await expect(page.getByText(messages.generic.busy)).toBeHidden()
      await page.unrouteAll()
    },
  )

  await step(page, 'the menu folds to icons, which keep their names, and stays so', async () => {
    await page.getByRole('button', { name: 'Collapse menu' }).click()
    await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible()
    await page.reload()
    const link = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Businesses' })
    await expect(link).toBeVisible()
    await expectAccessible(page)
    await link.hover()
    await expect(page.getByRole('tooltip', { name: 'Businesses' })).toBeVisible()
    await page.getByRole('button', { name: 'Expand menu' }).click()
    await expect(page.getByRole('button', { name: 'Collapse menu' })).toBeVisible()
  })

  await step(page, 'the palette jumps to a page or a business', async () => {
    await expect(page.getByText('Summit Bowls')).toBeVisible()
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Jump to' })
    await expect(dialog.getByRole('option', { name: /Summit Bowls/ })).toBeVisible()
    await expectAccessible(page)
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await page.keyboard.type('valley')
    await expect(dialog.getByRole('option')).toHaveText(['Valley Golf ClubBusiness'])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Welcome, Sam Super' })).toBeVisible()
    await expect(page).toHaveURL(/\/businesses\/valley-golf$/)

    await page.keyboard.press('Control+k')
    await dialog.getByRole('textbox').fill('option li')
    await dialog.getByRole('option', { name: 'Option lists Configuration' }).click()
    await expect(page).toHaveURL(/\/configuration\?tab=option-lists$/)

    await page.getByRole('button', { name: 'Jump to' }).click()
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await page.keyboard.type('nothing like it')
    await expect(dialog.getByText('Nothing by that name.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Jump to' })).toBeFocused()
  })

  await step(page, 'the keyboard skips the menu, and a new page starts at its content', async () => {
    await page.goto('/')
    await expect(page.getByText('Summit Bowls')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.getByRole('link', { name: 'Hub' }).focus()
    await page.goto('/businesses/harbourside')
    await page
      .getByRole('navigation', { name: 'Menu' })
      .getByRole('link', { name: 'Businesses' })
      .press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  await step(page, 'an address that leads nowhere says so and shows the way back', async () => {
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to the start page' }).click()
    await expect(page).toHaveURL(/\/businesses$/)
  })

  await step(page, 'a business that is not there or fails to load is an alert with a retry', async () => {
    await page.goto('/businesses/nowhere')
    await expect(page.getByRole('alert')).toContainText(messages.generic.recordError)
    await expectAccessible(page)

    await page.route('/api/business/summary?**', (route) => route.abort())
    await page.goto('/businesses/harbourside')
    await expect(page.getByRole('alert')).toContainText(messages.generic.recordError)
    await expect(page.getByRole('alert')).toContainText(messages.generic.unknownError)
    await page.unroute('/api/business/summary?**')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome, Sam Super' })).toBeVisible()
  })

  await step(page, 'the menu is a drawer on a phone, and closes behind a choice', async () => {
    await page.setViewportSize(phone)
    await page.getByRole('button', { name: 'Open menu' }).click()
    const drawer = page.getByRole('dialog', { name: 'Hub' })
    await expect(drawer.getByRole('link', { name: 'Home' })).toBeVisible()
    await expectAccessible(page)
    await drawer.getByRole('link', { name: 'Businesses' }).click()
    await expect(page.getByRole('heading', { name: 'Businesses' })).toBeVisible()
    await expect(drawer).toBeHidden()
  })
})

test('the shell of an administrator', async ({ page }) => {
  await step(page, 'a page that fails to load offers a retry', async () => {
    await page.route('/assets/home-page-*.js', (route) => route.abort())
    await signIn(page, 'admin@harbourside.example')
    await expect(page.getByText(messages.generic.pageAreaError)).toBeVisible()
    await expectAccessible(page)
    await page.unroute('/assets/home-page-*.js')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome, Alex Admin' })).toBeVisible()
  })

  await step(page, 'the palette jumps to a member, an event and a card of the business', async () => {
    const dialog = page.getByRole('dialog', { name: 'Jump to' })
    const jump = async (words: string, option: RegExp) => {
      await expect(dialog).toBeHidden()
      await page.keyboard.press('Control+k')
      await dialog.getByRole('textbox').fill(words)
      await expect(dialog.getByRole('option', { name: option, disabled: false }).first()).toBeVisible()
    }
    await expect(page.getByRole('heading', { name: 'Welcome, Alex Admin' })).toBeVisible()
    await jump('ngaire 10001', /^Ngaire Ryan Member 10001, born /)
    await expectAccessibleOnBoth(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Ngaire Ryan' })).toBeVisible()

    await page.getByRole('main').getByRole('button').first().focus()
    await jump('trivia', /^Members’ Trivia Night Event, /)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Members’ Trivia Night' })).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
    await jump('an', /Harbourside (Gift|Plastic|Reward).+, (Active|Pending|Inactive)/)
    await dialog
      .getByRole('option', { name: /Harbourside (Gift|Plastic|Reward).+, (Active|Pending|Inactive)/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/businesses\/harbourside\/cards\/[\w-]+$/)
    await page.route('**/api/cherrypay/v1/harbourside/members?*', (route) => route.abort())
    await page.keyboard.press('Control+k')
    await dialog.getByRole('textbox').fill('zzz')
    await expect(dialog.getByText('Not everything could be searched.')).toBeVisible()
    await page.unroute('**/api/cherrypay/v1/harbourside/members?*')
  })

  // Which words lead to which: ordered-jumps.test.ts.
  await longStep(page, 'and to every other kind of record', async () => {
    const dialog = page.getByRole('dialog', { name: 'Jump to' })
    const kinds: [words: string, option: RegExp, leadsTo: RegExp][] = [
      ['Rory Blackwood', /^Rory Blackwood Application of .+, /, /\/membership-requests\/[\w-]+$/],
      ['10012', /Member 10012, born /, /\/members\/[\w-]+$/],
      ['finance@', /User, finance@harbourside\.example$/, /\/users\?q=finance%40/],
      ['membership', /Form, (open|closed)$/, /\/request-forms\/[\w-]+$/],
      ['Cards by Member', /^Cards by Member Report$/, /\/reports\/cherrypay-cards-by-member/],
      ['an', /Order of .+, /, /\/card-orders\?order=/],
      ['trivia', /^Members’ Trivia Night Event/, /\/events\/[\w-]+$/],
    ]
    for (const [words, option, leadsTo] of kinds) {
      await page.keyboard.press('Control+k')
      await dialog.getByRole('textbox').fill(words)
      await dialog.getByRole('option', { name: option, disabled: false }).first().click()
      await expect(page).toHaveURL(leadsTo)
      await expect(dialog).toBeHidden()
    }
    await page.keyboard.press('Control+k')
    await dialog.getByRole('textbox').fill('rory blackwood')
    await expect(dialog.getByRole('option', { disabled: false }).first()).toHaveAccessibleName(
      /^Rory Blackwood/,
    )
    await page.keyboard.press('Escape')
  })

  await step(page, 'shows users of one business no way out of it', async () => {
    await page.goto('/')
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')
    await expect(crumbs).toHaveText(['Harbourside Leagues Club'])
    await page.goto('/businesses/valley-golf')
    await expect(page).toHaveURL(/\/businesses\/harbourside$/)
    await page.goto('/businesses')
    await expect(page).toHaveURL(/\/businesses\/harbourside$/)
  })
})

test('says who is signed in, by name or else by id', async ({ page }) => {
  await page.route('/api/cherrypay/v1/me', async (route) => {
    const me = await (await route.fetch()).json()
    await route.fulfill({ json: { ...me, Uid: 'u-42', DisplayName: '' } })
  })
  await signIn(page, 'door@harbourside.example')
  await expect(page.getByRole('banner')).toContainText('User u-42')
  await expect(page.getByRole('heading', { name: 'Welcome, User u-42' })).toBeVisible()
})
