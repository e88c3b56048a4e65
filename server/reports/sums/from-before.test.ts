import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#platform/database'
import { filledAsBefore, isIn } from '#tests/filled-before.ts'
import { migrateUntil } from '#tests/owned-database.ts'

// What was there before the sums is in them, also what the former version writes while they are begun.
let database: Awaited<ReturnType<typeof filledAsBefore>>
let owner: pg.Client
beforeAll(async () => {
  database = await filledAsBefore()
  ;({ owner } = database)
})
afterAll(() => database.drop())

/** As the former version writes: it knows of no sums. */
async function pay(business: string, payment: string) {
  await owner.query(isIn(business))
  await owner.query(
    `insert into request_payment (business_id, payment_id, session_id, provider, state, description, amount_cents, tax_cents,
       paid_cents, paid_at) values ($1, $2, 'unpaid', 'Test', 'Paid', 'Fee', 550, 50, 550, now())`,
    [business, payment],
  )
  await owner.query(
    `insert into card_program (business_id, card_program_id, description, program_type, delivery_types, is_physical_enabled,
       minimum_cents, maximum_cents, is_promotional)
     values ($1, 'gift', 'Gift', 'InstantGift', '{SMS}', false, 0, 100000, false) on conflict do nothing`,
    [business],
  )
  await owner.query(
    `insert into card (business_id, card_program_id, first_name, last_name, initial_cents, offer_expiry_date, channels, issued_by_id,
       issued_by_name) values ($1, 'gift', 'A', 'B', 700, current_date, '{sms}', '', '')`,
    [business],
  )
}

async function giveBack(business: string, payment: string) {
  await owner.query(isIn(business))
  await owner.query(
    `update request_payment set refunded_cents = 50 where business_id = $1 and payment_id = $2`,
    [business, payment],
  )
}

async function summed(business: string) {
  await owner.query(isIn(business))
  const { rows } = await owner.query<object>(`
    select about, kind, sum(records)::int as records, sum(cents)::int as cents, sum(tax_cents)::int as tax from (
      select about, kind, records, cents, tax_cents from record_sum where span = 'Day'
      union all select about, kind, records, cents, tax_cents from record_sum_change) each
    group by 1, 2 having sum(records) <> 0 order by 1, 2`)
  return rows
}

async function there(business: string) {
  await owner.query(isIn(business))
  const { rows } = await owner.query<object>(
    `select * from (
       select 'Payment' as about, payment_kind || ' ' || kind as kind, count(*)::int as records, sum(cents)::int as cents,
         sum(tax_cents)::int as tax from payment_entry where business_id = $1 group by 2
       union all select 'Card', card_program_id, count(*)::int, sum(initial_cents)::int, 0 from card where business_id = $1 group by 2) each
     order by 1, 2`,
    [business],
  )
  return rows
}

test('sums begin with what there is, whatever is written between one migration and the next', async () => {
  await migrateUntil(database.url, '0133-lists-of-few-members.sql')
  await pay('club-0', 'before')
  await pay('club-1', 'before')
  await migrateUntil(database.url, '0134-sums-of-records.sql')
  await pay('club-1', 'while payments alone are noted')
  await migrateUntil(database.url, '0135-sums-of-cards.sql')
  await pay('club-1', 'while both are noted')
  await giveBack('club-1', 'before')
  await pay('club-3', 'of what is being erased')
  await owner.query(
    `update business set standing = 'Ended', standing_since = now(), erase_at = now(), erasing_since = now() where business_id = 'club-3'`,
  )
  await owner.query(`delete from payment_entry where business_id = 'club-3'`)
  await migrate(database.url)
  await giveBack('club-0', 'before')
  await giveBack('club-1', 'while both are noted')
  expect(await there('club-1')).toEqual([
    { about: 'Card', kind: 'gift', records: 3, cents: 2100, tax: 0 },
    expect.objectContaining({ kind: 'CardOnline Application Paid Taken', records: 3 }),
    expect.objectContaining({ kind: 'CardOnline Application PartlyRefunded Refunded', cents: -100 }),
    expect.objectContaining({ kind: 'CardOnline Application PartlyRefunded Taken', cents: 1100 }),
  ])
  for (const business of ['club-0', 'club-1', 'club-2'])
    expect(await summed(business)).toEqual(await there(business))
  await owner.query(isIn('club-3'))
  expect((await owner.query(`select from record_sum`)).rowCount).toBe(0)
})
