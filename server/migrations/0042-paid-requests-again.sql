-- 0036 was to fill these for what had been paid before it. Row-level security holds for an owner, too, who works for no
-- business: unless that was a superuser, it touched none. So once more, for one business after the other.
do $$
declare
  businesses text[];
  business text;
begin
  perform set_config('app.business_id', '*', true);
  -- All of them first: what is read on the way would end with the setting that it is read by.
  businesses := array(select business_id from business);
  foreach business in array businesses loop
    perform set_config('app.business_id', business, true);
    update request_session s set paid_cents = first.paid_cents, paid_tax_cents = first.tax_cents
    from (
      select distinct on (session_id) session_id, paid_cents, tax_cents from request_payment
      where business_id = business and paid_at is not null order by session_id, created_at, payment_id
    ) first
    where s.business_id = business and s.session_id = first.session_id and s.paid_cents is null;
  end loop;
  perform set_config('app.business_id', '', true);
end $$;
