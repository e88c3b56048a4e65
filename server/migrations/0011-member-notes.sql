-- The properties of members that somebody has overridden, and who did so last.
create table member_override (
  business_id text not null,
  member_id text not null,
  key text not null,
  actor_name text not null,
  at timestamptz not null default now(),
  primary key (business_id, member_id, key),
  foreign key (business_id, member_id) references member
);
call isolate_by_business('member_override');

-- What staff write about members, for each other.
create table member_note (
  business_id text not null,
  member_id text not null,
  id bigint generated always as identity,
  text text not null,
  is_pinned boolean not null,
  actor_id text not null,
  actor_name text not null,
  at timestamptz not null default now(),
  primary key (business_id, member_id, id),
  foreign key (business_id, member_id) references member
);
call isolate_by_business('member_note');

-- Member filter queries that people gave a name.
create table saved_filter (
  business_id text not null references business,
  saved_filter_id text not null default gen_random_uuid(),
  owner_id text not null,
  owner_name text not null,
  name text not null,
  query text not null,
  is_shared boolean not null,
  primary key (business_id, saved_filter_id)
);
call isolate_by_business('saved_filter');
create unique index saved_filter_name on saved_filter (business_id, owner_id, lower(name));
