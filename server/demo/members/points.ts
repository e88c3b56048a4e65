import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'
import { savePointsTypes } from '#server/business/options'
import { clock } from '#server/ledger'

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

/** Every third member came several times within the last year, spent money and, now and then, points. */
async function earnAndSpend(tx: Transaction): Promise<void> {
  await tx.run(sql`
    with visits as (
      select member_id, n, 100 * case when n = 1 then 50 + ${dice('welcome')} % 200 else 1 + ${dice('spend')} * n % 90 end as amount,
        now() - make_interval(days => (360 - n * (300 / (2 + ${dice('visits')} % 4)))::integer, mins => (${dice('hour')} % 600)::integer) as at
      from member, generate_series(1, 5) n
      where business_id = ${tx.businessId} and deleted_at is null and ${dice('visits')} % 3 = 0
        and n <= 2 + ${dice('visits')} % 4
      order by at
    )
    select count(p.transaction_id) from visits cross join lateral post_transaction(
      case when n % 4 = 3 then 'Purchase' else 'Award' end,
      case when n % 4 = 3 then 'till' else 'promotions' end,
      case when n % 4 = 3 then 'Front bar till' else 'Pat Promotions' end,
      array['external', 'points'], array[case when n % 4 = 3 then 'till' else 'awards' end, member_id],
      array['points/points', 'points/points'],
      case when n % 4 = 3 then array[4000, -4000] else array[-amount, amount] end,
      p_note => (array['Welcome bonus', 'Dinner for two', 'Paid with points', 'Birthday', 'Raffle prize'])[n],
      p_at => at) p`)
}

/** Some at the first venue have bonus points, which expire: a part of the oldest has. */
async function giveBonus(tx: Transaction): Promise<void> {
  const unit = 'points/bonus'
  await tx.run(sql`
    with gifts as (
      select member_id, n, now() - make_interval(months => 13 - n * 3) as at from member, generate_series(0, 3) n
      where business_id = ${tx.businessId} and venue_no = '1' and ${dice('bonus')} % 12 = 0 order by at
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
