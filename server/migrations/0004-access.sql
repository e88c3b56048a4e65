-- Users not tied to one business.
create table super_administrator (
  uid text primary key,
  email text not null,
  display_name text not null
);

-- The roles a business made itself; those every business has are in the contract.
create table role (
  business_id text not null references business,
  name text not null,
  description text not null default '',
  permissions text[] not null,
  primary key (business_id, name)
);
call isolate_by_business('role');

-- A user tied to one business: one role, and all venues unless some are named.
create table business_user (
  business_id text not null references business,
  uid text not null unique,
  email text not null,
  display_name text not null,
  role_name text,
  venue_nos text[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (business_id, uid)
);
call isolate_by_business('business_user', open_to_platform => true);
create index business_user_role on business_user (business_id, role_name);
