import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { programId } from '#tests/records/cards.ts'
import { inOneTurn } from '#tests/turns.ts'
import { expireCards } from './expire-cards.ts'

let hub: TestHub
let program: string
beforeAll(async () => {
  hub = await startTestHub()
  program = await programId(hub, 'Harbourside Gift Card')
})
afterAll(() => hub.close())

/** Cards without money, on as many last days as there are, of which more end on one day than go into a piece, which is 200. */
const cards = (firstName: string, status: string, count: number) =>
  hub.owner.query(
    `insert into card (business_id, card_program_id, first_name, last_name, status, initial_cents, offer_expiry_date,
       plastic_expiry_date, channels, issued_by_id, issued_by_name, external_account_id, card_number, redeemed_at)
     select 'harbourside', $1, $2, n::text, $3, 0, current_date - 20 - n % 2, current_date - 20 - n % 2, '{sms}', '', '',
       case $3 when 'Active' then 'EXP-' || n end, case $3 when 'Active' then 'EXP-' || n end, case $3 when 'Active' then now() end
     from generate_series(1, $4) n`,
    [program, firstName, status, count],
  )

async function statuses(firstName: string): Promise<Record<string, number>> {
  const { rows } = await hub.owner.query<{ status: string; n: number }>(
    `select status, count(*)::int as n from card where first_name = $1 group by 1`,
    [firstName],
  )
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}

const history = async () =>
  (
    await hub.owner.query<{ n: number; cards: number }>(
      `select count(*)::int as n, count(distinct card_id)::int as cards from card_change join card using (business_id, card_id)
       where first_name in ('Offered', 'Held') and title in ('Offer expired', 'Expired')`,
    )
  ).rows[0]

test('however many end on one day, each expires once, and one that fails keeps none of the others', async () => {
  await cards('Offered', 'Pending', 650)
  await cards('Held', 'Active', 450)
  await hub.owner.query(`
    create function refuse_card() returns trigger language plpgsql as
      $$ begin raise exception 'This one is refused.'; end $$;
    create trigger refuse before update on card for each row when (new.first_name = 'Offered' and new.last_name = '7')
      execute function refuse_card()`)
  const expire = () => inOneTurn(() => expireCards(hub.database))
  await expect(expire()).rejects.toThrow('This one is refused.')
  expect(await statuses('Offered')).toEqual({ Pending: 1, OfferExpired: 649 })
  expect(await statuses('Held')).toEqual({ Expired: 450 })
  await hub.owner.query('drop trigger refuse on card')
  await expire()
  await expire()
  expect(await statuses('Offered')).toEqual({ OfferExpired: 650 })
  expect(await history()).toEqual({ n: 1_100, cards: 1_100 })
})
