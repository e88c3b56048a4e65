-- By itself: a new column (0120) keeps everybody out until it is committed. What moves meanwhile has its kind already, and nobody
-- changes an entry but by giving money back.
call for_each_business($$
  update payment_entry e set payment_kind = kind_of_payment(p.method, p.paid_for, p.refunded_cents, p.amount_cents)
  from payment p
  where e.business_id = $1 and p.business_id = $1 and p.payment_id = e.payment_id and e.payment_kind is null $$);
call pg_temp.must_be_none('A payment''s entry isn''t of the kind of its payment.', $$
  select from payment_entry e join payment p on p.business_id = e.business_id and p.payment_id = e.payment_id
  where e.payment_kind is distinct from kind_of_payment(p.method, p.paid_for, p.refunded_cents, p.amount_cents) $$);
