-- By itself: new columns (0084) keep everybody out until they are committed. What is paid meanwhile is there already.
call for_each_business($$
  update request_session s set due_cents = first.amount_cents, due_tax_cents = first.tax_cents
  from (
    select distinct on (session_id) session_id, amount_cents, tax_cents from request_payment
    where business_id = $1 order by session_id, created_at, payment_id
  ) first
  where s.business_id = $1 and s.session_id = first.session_id and s.due_cents is null $$);
call for_each_business($$
  select note_request_payment(p) from request_payment p
  where p.business_id = $1 and p.paid_at is not null order by p.paid_at, p.payment_id $$);
-- When these were given back nobody knows any more: soon after they were paid.
call for_each_business($$
  select note_reload_payment(p, p.paid_at) from reload_payment p
  where p.business_id = $1 and p.paid_at is not null and p.paid_cents > 0
    and not exists (select from payment q where q.business_id = $1 and q.payment_id = p.payment_id) order by p.paid_at, p.payment_id $$);
call for_each_business($$
  select note_paid_reload(r) from card_reload r
  where r.business_id = $1 and r.tender in ('Cash', 'Card') order by r.transaction_id::bigint $$);
call for_each_business($$
  select note_void(t) from ledger_transaction t
  where t.business_id = $1 and t.reverses is not null order by t.transaction_id $$);

-- What is owing at the end of a period: those that nobody has decided on by then.
create index request_session_due on request_session (business_id, finalised_at, submitted_at) where due_cents is not null;
