create table business (
  business_id text primary key check (business_id ~ '^[a-z0-9][a-z0-9-]{1,62}$'),
  display_name text not null,
  abn text not null unique check (abn ~ '^\d{11}$'),
  state text not null,
  postcode text not null,
  licences text[] not null default '{}',
  created_at timestamptz not null default now()
);
create index business_by_name on business (lower(display_name), business_id);
create extension if not exists pg_trgm;
create index business_name_search on business using gin (lower(display_name) gin_trgm_ops);

call isolate_by_business('business', open_to_platform => true);

create table venue (
  business_id text not null references business,
  venue_no text not null,
  display_name text not null,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (business_id, venue_no)
);
call isolate_by_business('venue', open_to_platform => true);

-- The register that stands in for the Australian Business Register where no GUID is set: made-up entries, valid numbers.
create table register_entry (
  abn text primary key,
  acn text,
  name text not null,
  state text not null,
  postcode text not null
);
create index register_entry_acn on register_entry (acn);
create index register_entry_name on register_entry using gin (lower(name) gin_trgm_ops);
