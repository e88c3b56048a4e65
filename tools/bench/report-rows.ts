import type pg from 'pg'

/** A card, an application, a renewal, a pass and a deposit for each member, unless the database has them from before. */
export async function growReports(owner: pg.Client, business: string): Promise<void> {
  const { rowCount } = await owner.query(
    `select from card where business_id = $1 and issued_by_id = 'u' limit 1`,
    [business],
  )
  if (rowCount) return
  await owner.query(
    `insert into card (business_id, card_program_id, member_id, first_name, last_name, email_address, mobile_number,
       initial_cents, offer_expiry_date, channels, issued_by_id, issued_by_name, created_at)
     select business_id, (select min(card_program_id) from card_program p where p.business_id = $1), member_id, first_name,
       last_name, home_contact ->> 'EmailAddress', home_contact ->> 'MobileNumber', 5000, current_date, array['sms'], 'u',
       'Pat Promotions', now() - row_number() over (order by member_id) * interval '1 minute'
     from member where business_id = $1 and deleted_at is null`,
    [business],
  )
  await owner.query(
    `insert into request_session (business_id, form_id, kind, venue_no, secret_hash, answers, email, started_at)
     select m.business_id, f.form_id, f.kind, m.venue_no, uuid_send(gen_random_uuid()),
       jsonb_build_object('FirstName', first_name, 'LastName', last_name), home_contact ->> 'EmailAddress',
       now() - row_number() over (order by member_id) * interval '1 minute'
     from member m cross join lateral (
       select distinct on (kind) kind, form_id from request_form f where f.business_id = $1 order by kind, form_id) f
     where m.business_id = $1 and deleted_at is null`,
    [business],
  )
  await owner.query(
    `insert into pass (business_id, pass_configuration_id, member_id, coupon_code, code_hash, invited_to, issued_by_id,
       issued_by_name, created_at)
     select business_id, (select min(pass_configuration_id) from pass_configuration c where c.business_id = $1), member_id,
       upper(left(md5('bench' || member_id), 12)), uuid_send(gen_random_uuid()), 'x@example.com', 'u', 'Pat Promotions',
       now() - row_number() over (order by member_id) * interval '1 minute'
     from member where business_id = $1 and deleted_at is null
     on conflict do nothing`,
    [business],
  )
  await growDeposits(owner, business)
}

/** Writes deposits into the books at once, as posting each of them would have. */
async function growDeposits(owner: pg.Client, business: string): Promise<void> {
  const account = (kind: string, name: string) =>
    `(select account_id from ledger_account where business_id = $1 and kind = '${kind}' and owner_id = '${name}' and unit = 'AUD')`
  await owner.query(
    `with transactions as (
       insert into ledger_transaction (business_id, kind, at, actor_id, actor_name)
       select $1, 'Deposit', now(), 'bench', 'Bench' from member where business_id = $1 and deleted_at is null
       returning transaction_id
     )
     insert into ledger_entry (business_id, account_id, transaction_id, unit, amount, at, balance_after, credited_after)
     select $1, l.account_id, transaction_id, 'AUD', l.amount, now(), l.kept, l.kept
     from transactions, lateral (values (${account('disbursement', '')}, 100, 0), (${account('external', 'bank')}, -100, null))
       l (account_id, amount, kept)
     order by transaction_id`,
    [business],
  )
}
