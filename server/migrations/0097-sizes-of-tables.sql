-- How large tables and indexes were, night by night: how fast they grow is told by it, and which have become wider than they
-- were for the same rows. They belong to no business.
create table relation_size (
  relation text not null,
  measured_at timestamptz not null default now(),
  bytes bigint not null check (bytes >= 0),
  -- As far as PostgreSQL knows.
  rows bigint not null check (rows >= 0),
  primary key (relation, measured_at)
);
create index relation_size_by_age on relation_size (measured_at);
revoke update on relation_size from hub_app;

-- '*' has its months in retention, and is no business. Here rather than in 0096, which takes as long as there are rows: whoever
-- drops a key closes both of its ends, and every call reads business.
alter table retention drop constraint retention_business_id_fkey;
