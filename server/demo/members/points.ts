import sql, { type Sql } from 'sql-template-tag'
import { clock } from '#platform/call'
import type { Transaction } from '#platform/database'
import { businessToday } from '#platform/days'
import { savePointsTypes } from '#server/business/points'
import { registerHolds, tillOf } from '#server/demo/ledger'

const points = { PointsTypeId: 'Points', PointsToDollarRatio: 100, IsDefault: true }
const bonus = { PointsTypeId: 'Bonus', PointsToDollarRatio: 100, IsDefault: false, ExpiryMonths: 12 }

/** Members' points and how they came by them: awards, purchases, what expired, and a mistake that was taken back. */
export async function seedPoints(platform: Transaction): Promise<void> {
  await platform.asTenant('harbourside', async (tx) => {
    await savePointsTypes(tx, '1', [points, bonus])
    await earnAndSpend(tx)
    await giveBonus(tx)
    await takeMistakesBack(tx)
  })
  await platform.asTenant('valley-golf', async (tx) => {
    await savePointsTypes(tx, '1', [points])
    await earnAndSpend(tx)
  })
}

// A number of 0 to 2^31 that is always the same for a member and a purpose.
const dice = (purpose: string) => sql`(hashtextextended(member_key || ${purpose}, 0) & 2147483647)`

// Nobody came before they were a member.
const forAYear = sql`date_joined < ${businessToday} - 400`

// Two visits in a year, or four: on the third of those they pay with points.
const visits = sql`
  select member_id, n, 100 * case when n = 1 then 50 + ${dice('welcome')} % 200 else 1 + ${dice('spend')} * n % 90 end as amount,
    now() - make_interval(days => (360 - n * (300 / (2 + ${dice('visits')} % 4)))::integer, mins => (${dice('hour')} % 600)::integer) as at
  from member, generate_series(1, 4) n
  where business_id = current_business() and deleted_at is null and ${dice('visits')} % 3 = 0
    and n <= 2 + ${dice('visits')} % 4 / 2 * 2 and ${forAYear}`

/** Every third member came several times within the last year, spent money and, now and then, points. */
async function earnAndSpend(tx: Transaction): Promise<void> {
  await award(tx, sql`n in (1, 2)`)
  await payWithPoints(tx)
  await award(tx, sql`n = 4`)
  await registerHolds(tx)
}

const usual = 'points/points'

async function award(tx: Transaction, which: Sql): Promise<void> {
  await tx.run(sql`
    with visits as (${visits})
    select count(p.transaction_id) from (select * from visits where ${which} order by at) v
    cross join lateral post_transaction('Award', 'promotions', 'Pat Promotions',
      array['external', 'points'], array['awards', member_id], array[${usual}, ${usual}], array[-amount, amount],
      p_note => (array['Welcome bonus', 'Dinner for two', null, 'Birthday'])[n], p_at => at) p`)
}

/** As a till does it: it holds the amount, and takes it when the sale is done. */
async function payWithPoints(tx: Transaction): Promise<void> {
  const till = await tillOf(tx)
  await tx.run(sql`
    with visits as (${visits})
    select count(s.transaction_id)
    from (select *, 'R-' || 1000 + row_number() over (order by at) as receipt from visits where n = 3 order by at) v
    cross join lateral post_transaction('Purchase', ${till.uid}, ${till.name},
      array['points', 'in-flight'], array[member_id, 'points/' || member_id], array[${usual}, ${usual}], array[-4000, 4000],
      receipt, ${till.venue}, p_at => at) h
    cross join lateral post_transaction('Purchase settled', ${till.uid}, ${till.name},
      array['in-flight', 'external'], array['points/' || member_id, 'till'], array[${usual}, ${usual}], array[-4000, 4000],
      receipt, ${till.venue}, p_hold_id => h.transaction_id, p_at => v.at + interval '40 seconds') s`)
}

/** Some at the first venue have bonus points, which expire: a part of the oldest has. */
async function giveBonus(tx: Transaction): Promise<void> {
  const unit = 'points/bonus'
  await tx.run(sql`
    with gifts as (
      select member_id, n, now() - make_interval(months => 13 - n * 3) as at from member, generate_series(0, 3) n
      where business_id = ${tx.businessId} and venue_no = '1' and ${dice('bonus')} % 12 = 0 and ${forAYear} order by at
    )
    select count(p.transaction_id) from gifts cross join lateral post_transaction(
      'Award', 'promotions', 'Pat Promotions', array['external', 'points'], array['awards', member_id],
      array[${unit}, ${unit}], array[-2500, 2500], p_note => 'Quarterly bonus', p_at => at) p`)
  await tx.run(sql`
    select count(p.transaction_id) from ledger_account a cross join lateral post_transaction(
      'Expiry', ${clock.uid}, ${clock.name}, array['points', 'breakage'], array[a.owner_id, ''],
      array[${unit}, ${unit}], array[-2500, 2500], p_at => now() - interval '20 days') p
    where a.business_id = ${tx.businessId} and a.kind = 'points' and a.unit = ${unit}`)
}

async function takeMistakesBack(tx: Transaction): Promise<void> {
  await tx.run(sql`
    with mistakes as (
      select p.transaction_id from (
        select member_id from member where business_id = ${tx.businessId} and deleted_at is null
        order by sort_name, member_id limit 12
      ) m cross join lateral post_transaction('Award', 'promotions', 'Pat Promotions',
        array['external', 'points'], array['awards', member_id], array['points/points', 'points/points'],
        array[-50000, 50000], p_note => 'Raffle prize') p
    )
    select count(r.transaction_id) from mistakes cross join lateral
      reverse_transaction(mistakes.transaction_id, 'Reversal', 'admin', 'Alex Admin', 'Meant for another member') r`)
}
