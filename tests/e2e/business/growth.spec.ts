import { ask } from '#e2e/ask-database.ts'
import { expect, expectAccessibleOnBoth, signIn, step, test } from '#e2e/fixtures.ts'

// Opened by every-entry.spec.ts; its rules: growth.test.ts.
test('how the database grows @long', async ({ page, databaseUrl }) => {
  await ask(
    databaseUrl,
    `insert into relation_size (relation, measured_at, bytes, rows)
     values ('member', now() - interval '10 days', 0, 1)`,
  )
  await ask(
    databaseUrl,
    `insert into audit_entry (business_id, at, actor_id, actor_name, address, request_id, action, title)
     select '*', now() - interval '30 months', 'x', 'X', '', '', 'dated', 'Dated' from generate_series(1, 1200)`,
  )
  await step(
    page,
    'is found in the menu: tables by their size, what they grow by and what falls away',
    async () => {
      await signIn(page, 'super@hub.example')
      await page.getByRole('link', { name: 'Growth' }).click()
      await expect(page).toHaveURL('/growth')
      const tables = page.getByRole('table', { name: 'Tables' })
      const members = tables
        .getByRole('row')
        .filter({ has: page.getByRole('cell', { name: 'member', exact: true }) })
      await expect(members).toContainText(/\+[\d.,]+ [kM]B/)
      await expect(tables.getByRole('row', { name: 'audit_entry' })).toContainText('Audit trail')
      await expect(page.getByText(/^The database has \d+ MB\./)).toBeVisible()
    },
  )

  await step(page, 'says what would fall away of the platform’s own, and which setting says so', async () => {
    const own = page.getByRole('table', { name: 'The platform’s own records' })
    const trail = own.getByRole('row', { name: 'Audit trail' })
    await expect(trail).toContainText(/for good\s*1,200\s*1,200\s*0\s*HUB_PLATFORM_TRAIL_MONTHS/)
    await expectAccessibleOnBoth(page)
  })
})
