create extension if not exists unaccent;
create extension if not exists btree_gin;

-- Text as people look for it: small letters without accents, however these were typed.
create function plain(value text) returns text
  language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, NFC)));

-- A LIKE pattern that finds the text anywhere; its own % and _ are plain characters.
create function anywhere(value text) returns text
  language sql immutable parallel safe strict
  return '%' || regexp_replace(public.plain(value), '([\\%_])', '\\\1', 'g') || '%';

-- What a contact is found by: e-mail and mobile, the latter also as people dial it at home.
create function contact_text(contact jsonb) returns text
  language sql immutable parallel safe
  return coalesce(contact ->> 'EmailAddress', '') || ' ' || coalesce(contact ->> 'MobileNumber', '') || ' ' ||
    coalesce(regexp_replace(regexp_replace(contact ->> 'MobileNumber', '[^0-9+]', '', 'g'), '^\+61', '0'), '');

-- Text that a spreadsheet doesn't run as a formula. A phone number or an amount begins like one, but is none.
create function csv_text(value text) returns text
  language sql immutable parallel safe
  return case when ascii(value) in (9, 13, 43, 45, 61, 64) and value !~ '^[+-]?[0-9 ().-]*[0-9]$'
    then '''' || value else value end;

-- Every policy asks it: as it was, no query of the server could use more than one core.
alter function current_business() parallel safe;

create table member (
  business_id text not null references business,
  member_id text not null default gen_random_uuid(),
  venue_no text not null,
  member_key text not null,
  membership_number text collate "C",
  badge_number text,
  card_number text,
  title text,
  first_name text not null,
  preferred_name text,
  middle_name text,
  last_name text not null,
  birth_date date,
  gender text,
  nationality text,
  occupation text,
  date_joined date,
  date_renewed date,
  date_financial date,
  status text,
  member_level text,
  membership_type text not null,
  default_address text not null default 'Home' check (default_address in ('Home', 'Work', 'Postal')),
  home_address jsonb,
  work_address jsonb,
  postal_address jsonb,
  default_contact text not null default 'Home' check (default_contact in ('Home', 'Work', 'Postal')),
  home_contact jsonb,
  work_contact jsonb,
  postal_contact jsonb,
  -- The balance of the venue's default points type, kept by the ledger beside its entries.
  points_balance numeric(14, 2) not null default 0,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Lists are in this order; searches look in the other.
  sort_name text collate "C" not null generated always as (plain(last_name || ' ' || first_name)) stored,
  search_text text not null generated always as (plain(
    first_name || ' ' || last_name || ' ' || coalesce(preferred_name, '') || ' ' ||
    coalesce(membership_number, '') || ' ' || coalesce(badge_number, '') || ' ' ||
    contact_text(home_contact) || ' ' || contact_text(work_contact) || ' ' || contact_text(postal_contact)
  )) stored,
  primary key (business_id, member_id),
  foreign key (business_id, venue_no) references venue
);

-- Not forced on the owner: the view below is the owner's and passes it, because LIKE isn't leakproof and would not
-- use its index under row-level security. The server works as another role, for which it holds as everywhere.
alter table member enable row level security;
create policy own_business on member using (business_id = current_business());

create unique index member_number on member (business_id, membership_number) where membership_number is not null;
create index member_by_name on member (business_id, sort_name, member_id) where deleted_at is null;
create index member_by_venue on member (business_id, venue_no, sort_name, member_id) where deleted_at is null;
create index member_search_text on member using gin (business_id, search_text gin_trgm_ops) where deleted_at is null;
-- What filters count by. Not the balance: each award would have to write every index.
create index member_filter on member (business_id)
  include (venue_no, status, gender, member_level, membership_type, date_financial, birth_date)
  where deleted_at is null;

create view member_search as
  select * from member where business_id = current_business() and deleted_at is null;
revoke insert, update, delete on member_search from hub_app;

-- The number that the next member without one of their own gets.
create table member_counter (
  business_id text primary key references business,
  next_number bigint not null default 1
);
call isolate_by_business('member_counter');

-- The history of each member: who changed what, field by field.
create table member_change (
  business_id text not null,
  member_id text not null,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  actor_id text not null,
  actor_name text not null,
  title text not null,
  before jsonb,
  after jsonb,
  primary key (business_id, member_id, id),
  foreign key (business_id, member_id) references member
);
call isolate_by_business('member_change');
revoke update, delete on member_change from hub_app;
