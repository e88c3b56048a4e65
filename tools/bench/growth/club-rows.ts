import type pg from 'pg'

/** Who is to be confined to which venue. */
type Given = { readonly businessId: string; readonly venueNo: string; readonly email: string }

/**
 * What a club has in both sizes: all licences, a user who is confined to a venue, points of every member that are to expire one
 * day and not yet, and a new card of one of them with money behind it. Most of it is there from before the second time.
 */
export async function fillClub(owner: pg.Client, { businessId, venueNo, email }: Given) {
  await owner.query(`select set_config('app.business_id', $1, false)`, [businessId])
  await owner.query(
    `update business set licences = '{pay,check,chat,play,HubMembership}' where business_id = $1`,
    [businessId],
  )
  await owner.query(
    `update business_user set role_name = 'Admin', venue_nos = array[$2] where business_id = $1 and email = $3`,
    [businessId, venueNo, email],
  )
  await awardBonus(owner, businessId)
  // Nobody of the demo's: those have a history.
  const { rows } = await owner.query<{ id: string }>(
    `select member_id as id from member
     where business_id = $1 and venue_no = $2 and deleted_at is null and membership_number > '12000'
     order by member_id limit 400`,
    [businessId, venueNo],
  )
  const some = rows.map(({ id }) => id)
  const memberId = some.pop()!
  const { rows: counted } = await owner.query<{ members: number }>(
    `select count(*)::int as members from member where business_id = $1 and deleted_at is null`,
    [businessId],
  )
  const holder = { memberId, cardId: await issueCard(owner, memberId) }
  return { businessId, ...counted[0]!, venueNo, email, some, holder }
}

/** Points that last a year, of everybody who has none of them, wherever they are a member. */
async function awardBonus(owner: pg.Client, businessId: string): Promise<void> {
  await owner.query(
    `insert into points_type (business_id, venue_no, points_type_id, points_to_dollar_ratio, is_default, expiry_months)
     select business_id, venue_no, 'Bonus', 100, false, 12 from venue where business_id = $1 and deleted_at is null
     on conflict do nothing`,
    [businessId],
  )
  await owner.query(
    `insert into ledger_account (business_id, kind, owner_id, unit, balance)
     values ($1, 'external', 'awards', 'points/bonus', null) on conflict do nothing`,
    [businessId],
  )
  // At once: posting a million of them, one by one, takes a quarter of an hour.
  const { rowCount } = await owner.query(
    `with those as materialized (
       select member_id from member m where business_id = $1 and deleted_at is null and not exists (
         select from ledger_account a where a.business_id = m.business_id and a.kind = 'points'
           and a.owner_id = m.member_id and a.unit = 'points/bonus')
     ), accounts as (
       insert into ledger_account (business_id, kind, owner_id, unit, balance, credited)
       select $1, 'points', member_id, 'points/bonus', 500, 500 from those returning account_id
     ), transactions as (
       insert into ledger_transaction (business_id, kind, at, actor_id, actor_name)
       select $1, 'Award', now(), 'bench', 'Bench' from those returning transaction_id
     )
     insert into ledger_entry (business_id, account_id, transaction_id, unit, amount, at, balance_after, credited_after)
     select $1, line.account_id, transaction_id, 'points/bonus', line.amount, now(), line.kept, line.kept
     from (select account_id, row_number() over () as n from accounts) account
     join (select transaction_id, row_number() over () as n from transactions) award using (n)
     cross join lateral (values (account.account_id, 500, 500),
       ((select account_id from ledger_account where business_id = $1 and kind = 'external' and owner_id = 'awards'
         and unit = 'points/bonus'), -500, null)) line (account_id, amount, kept)`,
    [businessId],
  )
  if (rowCount) await owner.query('vacuum analyze ledger_account, ledger_entry, ledger_transaction')
}

/** A card that money can be put on, its member's points, and the money that they become. */
async function issueCard(owner: pg.Client, memberId: string): Promise<string> {
  await owner.query(
    `insert into card_program (business_id, description, program_type, delivery_types, is_physical_enabled, minimum_cents,
       maximum_cents, is_promotional, terms, maximum_balance_cents, maximum_reload_cents_per_day, allows_holder_reload)
     select current_business(), 'Bench', program_type, delivery_types, false, minimum_cents, maximum_cents, false, terms,
       maximum_balance_cents, maximum_reload_cents_per_day, false
     from card_program where description = 'Harbourside Club Card' and not exists (
       select from card_program where business_id = current_business() and program_type = 'Reloadable'
         and not is_physical_enabled)`,
  )
  await owner.query(
    `select post_transaction('Deposit', 'bench', 'Bench', array['external', 'disbursement'], array['bank', ''],
       array['AUD', 'AUD'], array[-10000000, 10000000])`,
  )
  await owner.query(
    `select post_transaction('Award', 'bench', 'Bench', array['external', 'points'], array['awards', $1::text],
       array['points/points', 'points/points'], array[-10000000, 10000000])`,
    [memberId],
  )
  const { rows } = await owner.query<{ id: string }>(
    `insert into card (business_id, card_id, card_program_id, member_id, first_name, last_name, status, initial_cents,
       offer_expiry_date, channels, external_account_id, card_number, redeemed_at, issued_by_id, issued_by_name)
     select business_id, id, min(card_program_id), $1, 'Bench', 'Card', 'Active', 0, current_date, array['sms'], id, id, now(),
       'bench', 'Bench'
     from card_program, cast(gen_random_uuid() as text) id
     where business_id = current_business() and program_type = 'Reloadable' and not is_physical_enabled
     group by business_id, id returning card_id as id`,
    [memberId],
  )
  return rows[0]!.id
}
