-- Prepaid cards. What is on a card is in the ledger; here is whose it is and what may be done with it.
create table card (
  business_id text not null references business,
  card_id text not null default gen_random_uuid(),
  card_program_id text not null,
  -- Null for a card of somebody who is no member. Name and contact are those it was sent to.
  member_id text,
  first_name text not null,
  last_name text not null,
  email_address text,
  mobile_number text,
  status text not null default 'Pending' check (status in
    ('Pending', 'Active', 'Inactive', 'LostStolen', 'OfferExpired', 'Expired', 'Cancelled')),
  initial_cents bigint not null check (initial_cents >= 0),
  -- The hold of the initial value; none where there is nothing to hold.
  hold_id text,
  offer_expiry_date date not null,
  -- The last day the card works; null means for ever.
  plastic_expiry_date date,
  sms_format text,
  -- How the invitation goes out.
  channels text[] not null check (channels <> '{}' and channels <@ array['sms', 'email']),
  -- The account is opened when the card is claimed.
  external_account_id text,
  card_number text,
  redeemed_at timestamptz,
  issued_by_id text not null,
  issued_by_name text not null,
  created_at timestamptz not null default now(),
  -- The mobile number also as people dial it at home.
  search_text text not null generated always as (plain(
    first_name || ' ' || last_name || ' ' || coalesce(external_account_id, '') || ' ' ||
    coalesce(email_address, '') || ' ' || coalesce(mobile_number, '') || ' ' ||
    coalesce(regexp_replace(mobile_number, '^\+61', '0'), '')
  )) stored,
  primary key (business_id, card_id),
  foreign key (business_id, card_program_id) references card_program,
  foreign key (business_id, member_id) references member,
  check ((external_account_id is null) = (redeemed_at is null) and (card_number is null) = (redeemed_at is null)),
  check ((status in ('Pending', 'OfferExpired', 'Cancelled')) = (redeemed_at is null))
);

-- Not forced on the owner: the search's view has to pass it, as that of members does (migration 0010).
alter table card enable row level security;
create policy own_business on card using (business_id = current_business());

create index card_newest on card (business_id, created_at, card_id);
create index card_by_program on card (business_id, card_program_id, created_at, card_id);
create index card_of_member on card (business_id, member_id, created_at, card_id) where member_id is not null;
create index card_search_text on card using gin (business_id, search_text gin_trgm_ops);
create unique index card_by_number on card (business_id, card_number) where card_number is not null;
create index card_offers_due on card (business_id, offer_expiry_date) where status = 'Pending';
create index card_expiries_due on card (business_id, plastic_expiry_date)
  where status in ('Active', 'Inactive', 'LostStolen') and plastic_expiry_date is not null;

create view card_search as select * from card where business_id = current_business();
revoke insert, update, delete on card_search from hub_app;

-- The day that cards and offers are judged by. A day of theirs is over when it is over everywhere in Australia.
create function card_day() returns date
  language sql stable parallel safe
  return (now() at time zone 'Australia/Perth')::date;

-- The codes of cards that wait to be claimed. Whoever has the code is found without knowing the business.
create table card_offer (
  business_id text not null,
  card_id text not null,
  code_hash bytea not null,
  primary key (business_id, card_id),
  foreign key (business_id, card_id) references card
);
call isolate_by_business('card_offer', open_to_platform => true);
create unique index card_offer_by_code on card_offer (code_hash);

-- What has happened to each card.
create table card_change (
  business_id text not null,
  card_id text not null,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  actor_id text not null,
  actor_name text not null,
  title text not null,
  note text,
  primary key (business_id, card_id, id),
  foreign key (business_id, card_id) references card
);
call isolate_by_business('card_change');
revoke update, delete on card_change from hub_app;

-- Wrong codes by the address they came from. They belong to no business.
create table claim_attempt (
  address text primary key,
  failures integer not null,
  expires_at timestamptz not null
);

-- When somebody is told that the money to give out runs low.
create table disbursement_notice (
  business_id text primary key references business,
  threshold_cents bigint not null check (threshold_cents > 0),
  email_address text not null,
  -- When they were last told; null once there is enough again.
  told_at timestamptz
);
call isolate_by_business('disbursement_notice');
