-- How much a role may give at once and in a day without a second person, in hundredths of a point and in cents; null for any amount.
-- Apart from the roles: those that every business has are in the contract, and have limits, too.
create table role_limit (
  business_id text not null references business,
  role_name text not null,
  awards_per_act bigint check (awards_per_act >= 0),
  awards_per_day bigint check (awards_per_day >= 0),
  transfers_per_act bigint check (transfers_per_act >= 0),
  transfers_per_day bigint check (transfers_per_day >= 0),
  cards_per_act bigint check (cards_per_act >= 0),
  cards_per_day bigint check (cards_per_day >= 0),
  primary key (business_id, role_name)
);
call isolate_by_business('role_limit');

-- What somebody whose role has a limit for a day has given on that day of the business. The row is what two calls of theirs wait for.
create table limit_use (
  business_id text not null references business,
  uid text not null,
  kind text not null check (kind in ('Awards', 'Transfers', 'Cards')),
  day date not null,
  amount bigint not null check (amount >= 0),
  primary key (business_id, uid, kind, day)
);
call isolate_by_business('limit_use');

-- What is above somebody's limit, asked for, and what became of it. The member is no reference: what was asked for a member who is gone
-- since is refused when it is to be carried out.
create table approval_request (
  business_id text not null references business,
  approval_id text not null default gen_random_uuid()::text,
  act text not null,
  kind text not null check (kind in ('Awards', 'Transfers', 'Cards')),
  title text not null,
  amount bigint not null check (amount >= 0),
  member_id text,
  about text not null,
  details jsonb not null,
  -- What the call is to be carried out with, and what it was about when it was asked for; forgotten once it is decided.
  input jsonb,
  stands_for text not null,
  reason text not null,
  asker_id text not null,
  asker_name text not null,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  status text not null default 'Waiting' check (status in ('Waiting', 'Approved', 'Refused', 'Withdrawn', 'Expired')),
  decider_id text,
  decider_name text,
  decided_at timestamptz,
  decision text,
  primary key (business_id, approval_id),
  check ((status = 'Waiting') = (input is not null))
);
create index approval_request_by_age on approval_request (business_id, asked_at desc, approval_id desc);
create index approval_request_waiting on approval_request (business_id, expires_at) where status = 'Waiting';
call isolate_by_business('approval_request');
