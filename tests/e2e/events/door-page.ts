import { expect, type Page } from '@playwright/test'
import { ask } from '#e2e/ask-database.ts'

export const result = (page: Page) => page.getByRole('region', { name: 'Result' })
export const last = (page: Page) => page.getByRole('region', { name: 'Last scans' }).getByRole('listitem')
export const connection = (page: Page) => page.getByRole('status').filter({ hasText: /Online|Offline/ })

export type Member = { id: string; number: string; name: string; isFinancial: boolean }

/** Those who are financial, or not, whatever the hour. */
export const membersOf = (databaseUrl: string) =>
  ask<Member>(
    databaseUrl,
    `select member_id as id, membership_number as number, first_name || ' ' || last_name as name,
       date_financial >= current_date as "isFinancial"
     from member where business_id = 'harbourside' and deleted_at is null and status is distinct from 'Suspended'
       and date_financial not between current_date - 2 and current_date + 2 order by membership_number desc`,
  )

/**
 * An event of today: open to the financial, with nobody in yet. It is where it is noon, far from midnight; check-in ends so
 * many minutes from now, if not with the day.
 */
export async function newDoor(databaseUrl: string, endsInMinutes = 0): Promise<string> {
  const fromNoon = new Date().getUTCHours() - 12
  const zone = `Etc/GMT${fromNoon < 0 ? '' : '+'}${fromNoon}`
  const [row] = await ask<{ id: string }>(
    databaseUrl,
    `insert into event (business_id, name, location, start_date, end_date, check_in_start, check_in_end, time_zone,
       member_filter, status, published_at)
     select 'harbourside', 'Door test', 'Hall', here::date, here::date, '00:00',
       case when $2 > 0 then to_char(here + make_interval(mins => $2::int), 'HH24:MI') else '23:59' end, $1,
       'Financial=true', 'Published', now() - interval '1 hour' from (select now() at time zone $1 as here) d
     returning event_id as id`,
    [zone, endsInMinutes],
  )
  return row!.id
}

/** Waits until the device has all that the door is made of. */
export async function isKept(page: Page) {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const kept = await (await caches.open('pages')).keys()
        return kept.some(({ url }) => url.endsWith('.wasm')) && kept.length > 4
      }),
    )
    .toBe(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Door test' })).toBeVisible()
  await expect(connection(page)).toContainText('List of')
}

/** Has results stay on the screen: a busy machine may look at them later than they would be there. */
export const resultsStay = (page: Page) =>
  page.addInitScript(() => localStorage.setItem('door-settings', '{"clearsAfter":null}'))
