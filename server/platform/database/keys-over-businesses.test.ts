import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSuperuser } from '#tests/backups.ts'
import { cloneDatabase } from '#tests/database.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

/**
 * What no two businesses may share, so that a business can't live in another database than the rest without a directory
 * that knows it: docs/scaling.md. The next one has to have a reason.
 */
const keys = {
  'business(abn)': 'A company is one business.',
  'business_user(uid)': 'A person signs in before we know where they work.',
  'card_offer(code_hash)': 'A link to claim a card names no business.',
  'contact_change_link(secret_hash)': 'A link to take a change back names no business.',
  'file(file_id)': 'A picture in a message or a pass is fetched by its id alone.',
  'pass(code_hash)': 'A link to a pass names no business.',
  'pass(holder_hash)': 'A phone shows the pass by what it was given.',
  'pass(serial)': 'Wallets know a pass by its serial alone.',
  'reload_payment(checkout_id)': 'Stripe tells of a payment by its own id.',
  'request_form(form_id)': 'The address of a form names no business.',
  'request_payment(checkout_id)': 'Stripe tells of a payment by its own id.',
}

test('the keys that go over all businesses are known', async () => {
  const found = await asSuperuser(database, async (client) => {
    const { rows } = await client.query<{ key: string }>(`
      select i.indrelid::regclass || '(' || string_agg(a.attname, ', ' order by k.place) || ')' as key
      from pg_index i
      join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
      cross join unnest(i.indkey::int2[]) with ordinality k (column_no, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.column_no
      where i.indisunique
        and exists (select from pg_attribute b where b.attrelid = i.indrelid and b.attname = 'business_id')
      group by i.indexrelid, i.indrelid having not bool_or(a.attname = 'business_id')`)
    return rows.map(({ key }) => key).toSorted()
  })
  expect(found).toEqual(Object.keys(keys))
})
