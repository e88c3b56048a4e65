-- What was taken at the counter is kept beside what was paid online: by whom, how, and under which number of a terminal or a
-- bank. The former version, which goes on serving meanwhile, writes none of these and gives no part of a payment back.
alter table request_payment
  drop constraint request_payment_provider_check,
  add constraint request_payment_provider_check check (provider in ('Stripe', 'Test', 'Counter')),
  add method text not null default 'CardOnline'
    check (method in ('CardOnline', 'CardAtCounter', 'Cash', 'BankTransfer', 'Other')),
  add reference text,
  add taken_by text,
  -- What was given back of it at the counter; one that was given back whole has the state for it.
  add refunded_cents bigint not null default 0 check (refunded_cents between 0 and paid_cents);

-- What a request costs, as it was when it was submitted; null where it costs nothing.
alter table request_session add due_cents bigint, add due_tax_cents bigint;

-- What the staff let somebody off.
create table request_discount (
  business_id text not null,
  discount_id text not null default gen_random_uuid(),
  session_id text not null,
  cents bigint not null check (cents > 0),
  tax_cents bigint not null,
  reason text not null,
  given_by text not null,
  given_at timestamptz not null default now(),
  primary key (business_id, discount_id),
  foreign key (business_id, session_id) references request_session
);
call isolate_by_business('request_discount');
create index request_discount_by_session on request_discount (business_id, session_id, given_at);

-- Links to pay by that the staff sent again: each opens its request as the applicant's own secret does.
create table request_link (
  business_id text not null,
  secret_hash bytea not null,
  session_id text not null,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (business_id, secret_hash),
  foreign key (business_id, session_id) references request_session
);
call isolate_by_business('request_link');
create index request_link_by_session on request_link (business_id, session_id, sent_at);
create index request_link_by_age on request_link (business_id, expires_at);

-- Money that was taken, whatever for. Triggers write it, so that it holds what the former version takes, too.
create table payment (
  business_id text not null,
  payment_id text not null,
  -- What its receipt is called by.
  number bigint generated always as identity,
  paid_for text not null check (paid_for in ('Application', 'Renewal', 'CardReload')),
  method text not null check (method in ('CardOnline', 'CardAtCounter', 'Cash', 'BankTransfer', 'Other')),
  provider text not null check (provider in ('Stripe', 'Test', 'Counter', 'Till')),
  description text not null,
  amount_cents bigint not null,
  tax_cents bigint not null,
  refunded_cents bigint not null default 0,
  currency text not null,
  reference text,
  session_id text,
  card_id text,
  taken_at timestamptz not null,
  taken_by text,
  primary key (business_id, payment_id),
  foreign key (business_id, session_id) references request_session,
  foreign key (business_id, card_id) references card
);
call isolate_by_business('payment');
create index payment_by_session on payment (business_id, session_id) where session_id is not null;
create index payment_by_card on payment (business_id, card_id) where card_id is not null;

-- What moved of it: taken, and given back, each on its day. One that came back to the provider is a refund the other way round.
create table payment_entry (
  business_id text not null,
  entry_id bigint generated always as identity,
  payment_id text not null,
  kind text not null check (kind in ('Taken', 'Refunded')),
  at timestamptz not null,
  cents bigint not null,
  tax_cents bigint not null,
  actor_name text,
  note text,
  primary key (business_id, entry_id),
  foreign key (business_id, payment_id) references payment
);
call isolate_by_business('payment_entry');
create index payment_entry_newest on payment_entry (business_id, at desc, entry_id desc) include (payment_id, kind, cents, tax_cents);
create index payment_entry_by_payment on payment_entry (business_id, payment_id, entry_id) include (cents, tax_cents);

-- Takes a payment down, once.
create function note_payment(new_payment payment) returns void language plpgsql as $$
begin
  insert into payment (business_id, payment_id, paid_for, method, provider, description, amount_cents, tax_cents, currency,
    reference, session_id, card_id, taken_at, taken_by)
  values (new_payment.business_id, new_payment.payment_id, new_payment.paid_for, new_payment.method, new_payment.provider,
    new_payment.description, new_payment.amount_cents, new_payment.tax_cents, new_payment.currency, new_payment.reference,
    new_payment.session_id, new_payment.card_id, new_payment.taken_at, new_payment.taken_by)
  on conflict do nothing;
  if found then
    insert into payment_entry (business_id, payment_id, kind, at, cents, tax_cents, actor_name)
    values (new_payment.business_id, new_payment.payment_id, 'Taken', new_payment.taken_at, new_payment.amount_cents,
      new_payment.tax_cents, new_payment.taken_by);
  end if;
end $$;

-- Takes down how much of a payment has been given back by now: what is new of it is an entry. Taxes add up to the cent.
create function note_refund(business text, payment text, given bigint, at timestamptz, actor text, why text)
  returns void language plpgsql as $$
declare
  whole payment%rowtype;
begin
  select * into whole from payment p where p.business_id = business and p.payment_id = payment for update;
  if whole.refunded_cents = given then return; end if;
  insert into payment_entry (business_id, payment_id, kind, at, cents, tax_cents, actor_name, note)
  values (business, payment, 'Refunded', at, whole.refunded_cents - given,
    round(whole.tax_cents * whole.refunded_cents / whole.amount_cents::numeric)
      - round(whole.tax_cents * given / whole.amount_cents::numeric), actor, why);
  update payment p set refunded_cents = given where p.business_id = business and p.payment_id = payment;
end $$;

-- What a request has paid is what is left of all that it paid; null if it never paid.
create function note_request_payment(p request_payment) returns void language plpgsql as $$
declare
  taken payment%rowtype;
begin
  select p.business_id, p.payment_id, null, case s.kind when 'Renewal' then 'Renewal' else 'Application' end, p.method,
    p.provider, p.description, p.paid_cents, round(p.tax_cents * p.paid_cents / p.amount_cents::numeric), 0, p.currency,
    coalesce(p.reference, p.provider_payment_id), p.session_id, null, p.paid_at, p.taken_by
  into taken from request_session s where s.business_id = p.business_id and s.session_id = p.session_id;
  perform note_payment(taken);
  perform note_refund(p.business_id, p.payment_id,
    case when p.state = 'Refunded' then p.paid_cents else p.refunded_cents end,
    case when p.state = 'Refunded' then coalesce(p.refunded_at, now()) else now() end, p.refunded_by, p.refund_note);
  update request_session s set paid_cents = sums.cents, paid_tax_cents = sums.tax_cents
  from (
    select sum(e.cents) as cents, sum(e.tax_cents) as tax_cents from payment q
    join payment_entry e on e.business_id = q.business_id and e.payment_id = q.payment_id
    where q.business_id = p.business_id and q.session_id = p.session_id
  ) sums
  where s.business_id = p.business_id and s.session_id = p.session_id
    and (s.paid_cents, s.paid_tax_cents) is distinct from (sums.cents, sums.tax_cents);
end $$;

create or replace function follow_payment() returns trigger language plpgsql as $$
begin
  perform note_request_payment(new);
  return null;
end $$;
drop trigger request_follows_payment on request_payment;
create trigger request_follows_payment
  after insert or update of paid_at, paid_cents, tax_cents, state, refunded_at, refunded_cents on request_payment
  for each row when (new.paid_at is not null) execute function follow_payment();

-- What is asked for at first is what it costs; what is asked for later may be the rest of it.
create function follow_price() returns trigger language plpgsql as $$
begin
  update request_session set due_cents = new.amount_cents, due_tax_cents = new.tax_cents
  where business_id = new.business_id and session_id = new.session_id and due_cents is null;
  return null;
end $$;
create trigger request_follows_price after insert on request_payment for each row execute function follow_price();

create function note_reload_payment(p reload_payment, given_at timestamptz) returns void language plpgsql as $$
begin
  perform note_payment(row(p.business_id, p.payment_id, null, 'CardReload', 'CardOnline', p.provider, p.description,
    p.paid_cents, 0, 0, 'AUD', p.provider_payment_id, null, p.card_id, p.paid_at, null)::payment);
  perform note_refund(p.business_id, p.payment_id, case when p.state = 'Refunded' then p.paid_cents else 0 end, given_at, null,
    p.refusal);
end $$;
create function follow_reload_payment() returns trigger language plpgsql as $$
begin
  perform note_reload_payment(new, now());
  return null;
end $$;
create trigger payment_follows_online_reload after insert or update of paid_at, paid_cents, state on reload_payment
  for each row when (new.paid_at is not null and new.paid_cents > 0) execute function follow_reload_payment();

create function note_paid_reload(r card_reload) returns void language plpgsql as $$
declare
  taken payment%rowtype;
begin
  select r.business_id, 'reload-' || r.transaction_id, null, 'CardReload',
    case r.tender when 'Cash' then 'Cash' else 'CardAtCounter' end, 'Till', r.account_name, r.cents, 0, 0, 'AUD', t.reference,
    null, r.card_id, t.at, t.actor_name
  into taken from ledger_transaction t
  where t.business_id = r.business_id and t.transaction_id = r.transaction_id::bigint;
  perform note_payment(taken);
end $$;
create function follow_paid_reload() returns trigger language plpgsql as $$
begin
  perform note_paid_reload(new);
  return null;
end $$;
create trigger payment_follows_paid_reload after insert on card_reload
  for each row when (new.tender in ('Cash', 'Card')) execute function follow_paid_reload();

-- A reload that was taken back is money given back.
create function note_void(t ledger_transaction) returns void language plpgsql as $$
declare
  reload card_reload%rowtype;
  id text;
begin
  select * into reload from card_reload r
  where r.business_id = t.business_id and r.transaction_id = t.reverses::text and r.tender is not null;
  if not found then return; end if;
  id := coalesce(reload.payment_id, 'reload-' || reload.transaction_id);
  -- One of before this table is not there before it is filled.
  if reload.payment_id is null then perform note_paid_reload(reload); end if;
  perform note_refund(t.business_id, id, reload.cents, t.at, t.actor_name, t.note)
  where exists (select from payment p where p.business_id = t.business_id and p.payment_id = id);
end $$;
create function follow_void() returns trigger language plpgsql as $$
begin
  perform note_void(new);
  return null;
end $$;
create trigger payment_follows_void after insert on ledger_transaction
  for each row when (new.reverses is not null) execute function follow_void();
