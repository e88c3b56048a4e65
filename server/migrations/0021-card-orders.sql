-- Orders of plastic cards: from a member to the post.

-- A plastic card has its account before its holder has it in hand: redeemed is when it was activated.
alter table card drop constraint card_check, drop constraint card_check1;
alter table card
  add constraint card_account check ((external_account_id is null) = (card_number is null)),
  add constraint card_opened check ((status in ('Pending', 'OfferExpired', 'Cancelled')) = (external_account_id is null)),
  add constraint card_redeemed check (
    case when status = 'Active' then redeemed_at is not null else redeemed_at is null or external_account_id is not null end);
create unique index card_by_account on card (business_id, external_account_id) where external_account_id is not null;

-- What was sent to the bureau together.
create table card_order_batch (
  business_id text not null references business,
  batch_number integer not null,
  order_count integer not null,
  created_by_id text not null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  primary key (business_id, batch_number)
);
call isolate_by_business('card_order_batch');
revoke update, delete on card_order_batch from hub_app;

create table card_order (
  business_id text not null references business,
  order_id text not null default gen_random_uuid(),
  card_program_id text not null,
  member_id text not null,
  status text not null default 'Incomplete' check (status in
    ('Incomplete', 'Ordered', 'Completed', 'Cancelled', 'Archived')),
  -- Who it is for and where it goes: the member's own until somebody confirms the details.
  membership_number text,
  first_name text not null,
  last_name text not null,
  email_address text,
  mobile_number text,
  formatted_address text,
  address_components jsonb not null,
  -- Both null until the details are confirmed.
  postal_address jsonb,
  initial_cents bigint check (initial_cents >= 0),
  -- Grows with every change of the details: whoever places the order names the one they have seen.
  revision integer not null default 1,
  -- Given when the order is placed, for the bureau to print.
  card_number text,
  -- The hold of the initial value; none where there is nothing to hold.
  hold_id text,
  batch_number integer,
  card_id text,
  external_account_id text,
  posted_date date,
  ordered_by_id text not null,
  ordered_by_name text not null,
  created_at timestamptz not null default now(),
  -- The last line of its history.
  last_change text not null,
  last_changed_at timestamptz not null default now(),
  -- The mobile number also as people dial it at home.
  search_text text not null generated always as (plain(
    order_id || ' ' || coalesce(membership_number, '') || ' ' || first_name || ' ' || last_name || ' ' ||
    coalesce(external_account_id, '') || ' ' || coalesce(email_address, '') || ' ' || coalesce(mobile_number, '') || ' ' ||
    coalesce(regexp_replace(mobile_number, '^\+61', '0'), '')
  )) stored,
  primary key (business_id, order_id),
  foreign key (business_id, card_program_id) references card_program,
  foreign key (business_id, member_id) references member,
  foreign key (business_id, batch_number) references card_order_batch,
  foreign key (business_id, card_id) references card,
  check (status not in ('Ordered', 'Completed') or (initial_cents is not null and postal_address is not null
    and card_number is not null)),
  check ((card_id is null) = (external_account_id is null) and (status <> 'Completed' or card_id is not null))
);

-- Not forced on the owner: the search's view has to pass it, as those of members and cards do.
alter table card_order enable row level security;
create policy own_business on card_order using (business_id = current_business());

create index card_order_newest on card_order (business_id, created_at, order_id);
create index card_order_by_status on card_order (business_id, status, created_at, order_id);
create index card_order_of_member on card_order (business_id, member_id);
-- Of a program a member has one order that isn't placed, however many ask for it at once.
create unique index card_order_open on card_order (business_id, member_id, card_program_id) where status = 'Incomplete';
create index card_order_by_account on card_order (business_id, external_account_id) where external_account_id is not null;
create unique index card_order_by_number on card_order (business_id, card_number) where card_number is not null;
create index card_order_of_batch on card_order (business_id, batch_number) where batch_number is not null;
create index card_order_search_text on card_order using gin (business_id, search_text gin_trgm_ops);

create view card_order_search as select * from card_order where business_id = current_business();
revoke insert, update, delete on card_order_search from hub_app;

-- What has happened to each order.
create table card_order_change (
  business_id text not null,
  order_id text not null,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  actor_id text not null,
  actor_name text not null,
  title text not null,
  note text,
  primary key (business_id, order_id, id),
  foreign key (business_id, order_id) references card_order
);
call isolate_by_business('card_order_change');
revoke update, delete on card_order_change from hub_app;
