-- By which a start knows the secret again that everything else is sealed with: something random, sealed with it. One row, from the
-- first start on.
create table secret_check (
  is_only boolean primary key default true check (is_only),
  sealed bytea not null,
  at timestamptz not null default now()
);
