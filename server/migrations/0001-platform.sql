-- The role the server works as. It owns no table, so row-level security holds for it.
do $$
begin
  if not exists (select from pg_roles where rolname = 'hub_app') then
    create role hub_app nologin;
  end if;
exception when duplicate_object or unique_violation then null; -- another database of this cluster made it just now
end $$;
do $$
begin
  execute format('grant hub_app to %I', current_user);
exception when insufficient_privilege then
  -- An owner who may grant no roles is a member already, if whoever made the role has seen to it.
  if not pg_has_role(current_user, 'hub_app', 'member') then raise; end if;
end $$;

grant usage on schema public to hub_app;
alter default privileges in schema public grant select, insert, update, delete on tables to hub_app;
alter default privileges in schema public grant usage on sequences to hub_app;

-- The business that the running query works for; null when nobody said, and then no row matches.
create function current_business() returns text
  language sql stable
  return nullif(current_setting('app.business_id', true), '');

-- Confines a table to the business of the query. Every table with a business_id goes through here.
-- What the platform has to see before it knows the business (who is tied to which) is open to '*', to read only.
create procedure isolate_by_business(business_table regclass, open_to_platform boolean default false)
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', business_table);
  execute format('alter table %s force row level security', business_table);
  -- The setting itself rather than current_business(): every query plans it anew. Unset it is null or '', nobody's id.
  execute format('create policy own_business on %s using (business_id = current_setting(''app.business_id'', true))',
    business_table);
  if open_to_platform then
    execute format('create policy platform_reads on %s for select using (current_setting(''app.business_id'', true) = ''*'')',
      business_table);
  end if;
end $$;

-- Starts a job in the transaction of what it belongs to. The queue's own tables stay out of the server's reach.
create function start_job(task text, payload json, run_at timestamptz default null, job_key text default null) returns void
  language sql security definer set search_path = ''
  as $$ select graphile_worker.add_job(task, payload, run_at := run_at, job_key := job_key, max_attempts := 12) $$;
revoke all on function start_job from public;
grant execute on function start_job to hub_app;

-- Who did what, written in the transaction that did it. '*' stands for no business.
create table audit_entry (
  business_id text not null,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  actor_id text not null,
  actor_name text not null,
  address text not null,
  request_id text not null,
  action text not null,
  title text not null,
  record_kind text,
  record_id text,
  record_name text,
  before jsonb,
  after jsonb,
  primary key (business_id, id)
);
call isolate_by_business('audit_entry');
revoke update, delete on audit_entry from hub_app;

-- The answers of writes that carried an Idempotency-Key, for 24 hours.
create table idempotency_key (
  business_id text not null,
  actor_id text not null,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  response json,
  created_at timestamptz not null default now(),
  primary key (business_id, actor_id, key)
);
call isolate_by_business('idempotency_key');
create index idempotency_key_age on idempotency_key (business_id, created_at);

-- Messages to people, written with what they speak of and sent by a job.
create table outbox_message (
  business_id text not null,
  id bigint generated always as identity,
  channel text not null check (channel in ('email', 'sms')),
  kind text not null,
  recipient text not null,
  subject text,
  body text not null,
  state text not null default 'Queued' check (state in ('Queued', 'Sent', 'Failed', 'Kept')),
  tries integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (business_id, id)
);
call isolate_by_business('outbox_message', open_to_platform => true);
create index outbox_message_newest on outbox_message (created_at, id);

-- The parts of the demo data that have been made.
create table demo_step (
  name text primary key,
  at timestamptz not null default now()
);
