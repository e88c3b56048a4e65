-- Pictures that patrons see. Whoever knows the id may see the picture, so it is found without knowing whose it is.
create table file (
  business_id text not null references business,
  file_id text not null,
  type text not null,
  content bytea not null,
  created_at timestamptz not null default now(),
  primary key (business_id, file_id)
);
call isolate_by_business('file', open_to_platform => true);
create unique index file_by_id on file (file_id);

-- The kinds of cards a business issues. Amounts are whole cents.
create table card_program (
  business_id text not null references business,
  card_program_id text not null default gen_random_uuid(),
  description text not null,
  program_type text not null check (program_type in ('InstantGift', 'Reloadable')),
  delivery_types text[] not null,
  is_physical_enabled boolean not null,
  minimum_cents bigint not null check (minimum_cents >= 0),
  maximum_cents bigint not null check (maximum_cents >= minimum_cents),
  expiry_months integer,
  is_promotional boolean not null,
  art_file_id text,
  is_retired boolean not null default false,
  primary key (business_id, card_program_id),
  foreign key (business_id, art_file_id) references file
);
call isolate_by_business('card_program');

-- What members' fields may hold. A member carries the key; one that is retired is no longer offered.
create table option_list_item (
  business_id text not null references business,
  list text not null,
  key text not null,
  value text not null,
  position integer not null,
  is_retired boolean not null default false,
  primary key (business_id, list, key)
);
call isolate_by_business('option_list_item');

-- The keys of tills. A secret is found by its hash, which is all that is kept of it.
create table api_key (
  business_id text not null references business,
  api_key_id text not null default gen_random_uuid(),
  name text not null,
  venue_no text not null,
  secret_hash bytea not null,
  ending text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (business_id, api_key_id),
  foreign key (business_id, venue_no) references venue
);
call isolate_by_business('api_key');
create unique index api_key_by_secret on api_key (business_id, secret_hash);
