-- What was paid for a request stands with it, so that totals are added up from an index of requests alone. Of several
-- payments the one that was asked for first counts, as in lists.
alter table request_session add paid_cents bigint, add paid_tax_cents bigint;

update request_session s set paid_cents = first.paid_cents, paid_tax_cents = first.tax_cents
from (
  select distinct on (business_id, session_id) business_id, session_id, paid_cents, tax_cents from request_payment
  where paid_at is not null order by business_id, session_id, created_at, payment_id
) first
where s.business_id = first.business_id and s.session_id = first.session_id;

create function follow_payment() returns trigger language plpgsql as $$
begin
  update request_session s set paid_cents = first.paid_cents, paid_tax_cents = first.tax_cents
  from (
    select paid_cents, tax_cents from request_payment p
    where p.business_id = new.business_id and p.session_id = new.session_id and p.paid_at is not null
    order by p.created_at, p.payment_id limit 1
  ) first
  where s.business_id = new.business_id and s.session_id = new.session_id;
  return null;
end $$;
create trigger request_follows_payment after insert or update of paid_at, paid_cents, tax_cents on request_payment
  for each row when (new.paid_at is not null) execute function follow_payment();

drop index request_session_by_form;
create index request_session_by_form on request_session (business_id, form_id, requested_at desc, session_id desc)
  include (paid_cents, paid_tax_cents) where deleted_at is null;
